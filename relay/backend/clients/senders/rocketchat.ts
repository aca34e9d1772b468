import { decodeEscapes } from '#shared/primitives/decode-uri.ts'
import {
  cut,
  fit,
  toChatDestination,
  splitPath,
  rejected,
  textWithLink,
  withNeutralMentions,
  type Sender,
  toServerUrl,
} from './sender.ts'

export const rocketchat: Sender = {
  name: 'Rocket.Chat',
  schemes: ['rocketchat'],
  destination: toChatDestination(2),
  send: async ({ address, message, setting, ask }) => {
    const [tokenA, tokenB, defaultChannel] = splitPath(address)
    if (tokenA === undefined || tokenB === undefined)
      throw rejected('Rocket.Chat needs a host and both tokens of a webhook.')
    const channel = setting('channel') ?? defaultChannel
    const username = decodeEscapes(address.username)
    const { title, ...text } = withNeutralMentions(message)
    await ask({
      url: `${toServerUrl({ address, setting })}/hooks/${encodeURIComponent(tokenA)}/${encodeURIComponent(tokenB)}`,
      json: {
        text: fit(text.message, {
          most: 4_900,
          render: (part) => `*${cut(title, 500)}*\n${textWithLink({ ...text, message: part })}`,
        }),
        ...(channel === undefined || channel === ''
          ? {}
          : { channel: /^[#@]/.test(channel) ? channel : `#${channel}` }),
        ...(username !== '' && { alias: username }),
      },
    })
  },
}
