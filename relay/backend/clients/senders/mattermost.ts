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

/** An emoji such as :boom:, or the address of an image. */
const toIcon = (icon: string | undefined): object => {
  if (icon === undefined) return {}
  return /^https?:\/\//.test(icon) ? { icon_url: icon } : { icon_emoji: icon.replaceAll(':', '') }
}

export const mattermost: Sender = {
  name: 'Mattermost',
  schemes: ['mattermost'],
  destination: toChatDestination(1),
  send: async ({ address, message, setting, ask }) => {
    const [token, ...path] = splitPath(address)
    if (token === undefined || address.host === '')
      throw rejected('Mattermost needs a host and the token of a webhook.')
    const channel = setting('channel') ?? path[0]
    const username = decodeEscapes(address.username)
    const { title, ...text } = withNeutralMentions(message)
    await ask({
      url: `${toServerUrl({ address, setting })}/hooks/${encodeURIComponent(token)}`,
      json: {
        text: fit(text.message, {
          most: 16_000,
          render: (part) => `**${cut(title, 500)}**\n${textWithLink({ ...text, message: part })}`,
        }),
        ...(channel === undefined || channel === '' ? {} : { channel }),
        ...(username !== '' && { username }),
        ...toIcon(setting('icon')),
      },
    })
  },
}
