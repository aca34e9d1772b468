import { appendValue } from '#shared/primitives/append-value.ts'
import type { Flow } from './flow.ts'
import { isButton, isInput } from './submission.ts'
import type { InputNode, UiText } from './ui-node.ts'

/** Errors that the service attaches to the form although they belong to one field. */
const messageFields: Readonly<Record<number, string>> = {
  4_000_006: 'password',
  4_000_008: 'totp_code',
  4_000_012: 'lookup_secret',
  4_000_016: 'lookup_secret',
  4_010_008: 'code',
  4_040_003: 'code',
  4_060_006: 'code',
  4_070_006: 'code',
}

/** The service repeats that it sent a mail (recovery, verification; by link, by code) when the next address was wrong. */
const sentMail = new Set([1_060_002, 1_060_003, 1_080_002, 1_080_003])

const showsNoMessage = (node: InputNode): boolean => node.attributes.type === 'hidden' || isButton(node)

export interface PlacedMessages {
  readonly general: readonly UiText[]
  readonly byField: ReadonlyMap<string, readonly UiText[]>
}

export const placeMessages = ({ ui: { nodes, messages } }: Flow): PlacedMessages => {
  const inputs = nodes.filter(isInput)
  const names = new Set(inputs.filter((node) => !showsNoMessage(node)).map(({ attributes }) => attributes.name))
  const findField = ({ id }: UiText) => {
    const field = messageFields[id]
    return field !== undefined && names.has(field) ? field : null
  }
  const byField = new Map<string, UiText[]>()
  for (const message of messages) {
    const field = findField(message)
    if (field !== null) appendValue(byField, field, message)
  }
  const general = messages.filter((message) => findField(message) === null)
  const unseen = inputs.filter(showsNoMessage).flatMap((node) => node.messages)
  const all = [...general, ...unseen.filter(({ id }) => !general.some((message) => message.id === id))]
  const failed = unseen.some(({ type }) => type === 'error')
  return { general: failed ? all.filter(({ id }) => !sentMail.has(id)) : all, byField }
}
