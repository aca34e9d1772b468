import type { Sender } from './sender.ts'

const typeNames: Readonly<Record<string, readonly string[]>> = {
  googlechat: ['google_chat'],
  zulip: ['zulip_chat'],
  generic: ['generic_webhook'],
}

/** Names before the dot in `slack.channel`: schemes, the service's name and its connection type. */
export const settingPrefixes = ({ schemes, name }: Pick<Sender, 'schemes' | 'name'>): ReadonlySet<string> =>
  new Set([...schemes, name, ...schemes.flatMap((scheme) => typeNames[scheme] ?? [])].map((each) => each.toLowerCase()))

export const splitSetting = (key: string): { readonly prefix: string | undefined; readonly name: string } => {
  const [first = '', rest] = key.toLowerCase().split('.', 2)
  return rest === undefined ? { prefix: undefined, name: first } : { prefix: first, name: rest }
}
