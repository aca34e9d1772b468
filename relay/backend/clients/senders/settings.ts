import type { Sender } from './sender.ts'

const typeNames: Readonly<Record<string, readonly string[]>> = {
  googlechat: ['google_chat'],
  zulip: ['zulip_chat'],
  generic: ['generic_webhook'],
}

/** Names before the dot in `slack.channel`: schemes, the service's name and its connection type. */
const settingPrefixes = ({ schemes, name }: Pick<Sender, 'schemes' | 'name'>): ReadonlySet<string> =>
  new Set([...schemes, name, ...schemes.flatMap((scheme) => typeNames[scheme] ?? [])].map((each) => each.toLowerCase()))

const splitSetting = (key: string): { readonly prefix: string | undefined; readonly name: string } => {
  const [first = '', rest] = key.toLowerCase().split('.', 2)
  return rest === undefined ? { prefix: undefined, name: first } : { prefix: first, name: rest }
}

export type Settings = ReadonlyMap<string, string>

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** A setting for one service (`slack.channel`) wins over one for all (`channel`). */
export const readSettings = (
  properties: Readonly<Record<string, unknown>>,
  sender: Pick<Sender, 'schemes' | 'name'>,
): Settings => {
  const prefixes = settingPrefixes(sender)
  const entries = Object.entries(properties).flatMap(([key, value]) => {
    const { prefix, name } = splitSetting(key)
    if (prefix !== undefined && !prefixes.has(prefix)) return []
    return isPlain(value) && value !== '' ? [{ prefix, name, value: String(value) }] : []
  })
  const inOrder = entries.toSorted(
    (one, other) => Number(one.prefix !== undefined) - Number(other.prefix !== undefined),
  )
  return new Map(inOrder.map(({ name, value }) => [name, value]))
}
