import type { Database } from '#relay/database/database.ts'
import { inhibitedBy } from './inhibited-by.ts'
import { endSend, waitOn, type DueSend } from './outbox.ts'
import type { NotificationRule } from './rules.ts'
import { stillSo } from './still-so.ts'
import { readSubjects } from './subject.ts'

/** A message that several things share names so many of them. */
const listedMost = 20

/** A message about several things as it is sent: what it says of the first, and the names of the others. */
const withMembers = (send: DueSend, members: readonly { readonly name: string }[], count: number): DueSend => {
  if (count < 2) return send
  const names = members.slice(1, listedMost + 1).map(({ name }) => `- ${name}`)
  const more = count - 1 - names.length
  const { title, message } = send.payload
  return {
    ...send,
    payload: {
      ...send.payload,
      title: `${title} and ${count - 1} more`,
      message: [message, '', 'The others:', ...names, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n'),
    },
  }
}

const inhibitedNow = async (database: Database, send: DueSend, rule: NotificationRule): Promise<string | undefined> => {
  if (rule.inhibitions.length === 0) return undefined
  const kind = send.source_event.split('.')[0]
  if (kind !== 'check' && kind !== 'config' && kind !== 'component') return undefined
  const happening = {
    id: send.id,
    event: send.source_event,
    kind,
    about: { id: send.resource_id },
    at: '',
    attempts: 0,
  } as const
  const subject = (await readSubjects(database, [happening])).get(send.id)
  return subject === undefined ? undefined : inhibitedBy(database, rule, subject, new Set())
}

/** What waited and is still so is sent; undefined where there is nothing left to tell. */
export const afterWaiting = async (
  database: Database,
  send: DueSend,
  rule: NotificationRule | undefined,
): Promise<DueSend | undefined> => {
  const members = send.payload.members ?? [{ id: send.resource_id, name: '' }]
  const isGroup = send.payload.members !== undefined
  const hasWaited =
    send.status === 'evaluating-waitfor' || send.payload.held !== undefined || (isGroup && (rule?.waitMs ?? 0) > 0)
  if (!hasWaited || (send.retries ?? 0) > 0) return isGroup ? withMembers(send, members, send.count) : send
  const still = await stillSo(database, send.source_event, members)
  const gone = members.length - still.length
  if (still.length === 0) {
    await endSend(database, send.id, { status: 'skipped', error: 'It was over before the waiting time was.' })
    return undefined
  }
  const inhibitor = rule === undefined || isGroup ? undefined : await inhibitedNow(database, send, rule)
  if (inhibitor !== undefined) {
    await endSend(database, send.id, { status: 'inhibited', error: `${inhibitor} was told of, which it is tied to.` })
    return undefined
  }
  const evaluationMs = rule?.evaluationMs ?? 0
  if (!isGroup && evaluationMs > 0 && send.payload.isEvaluated !== true) {
    await waitOn(database, { ...send, payload: { ...send.payload, isEvaluated: true } }, evaluationMs)
    return undefined
  }
  return isGroup ? withMembers(send, still, send.count - gone) : send
}
