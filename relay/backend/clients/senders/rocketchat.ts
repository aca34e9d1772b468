import {
  decoded,
  httpScheme,
  splitPath,
  rejected,
  textWithLink,
  withNeutralMentions,
  type Outgoing,
  type Sender,
} from './sender.ts'

const toServerUrl = ({ address, setting }: Pick<Outgoing, 'address' | 'setting'>): string =>
  `${httpScheme(setting)}://${address.host}`

export const rocketchat: Sender = {
  name: 'Rocket.Chat',
  schemes: ['rocketchat'],
  destination: ({ address, setting }) => ({
    server: toServerUrl({ address, setting }),
    recipient: {
      label: 'Channel',
      setting: 'channel',
      value: setting('channel') ?? splitPath(address)[2] ?? '',
      whenEmpty: 'default channel of the webhook',
    },
  }),
  send: async ({ address, message, setting, ask }) => {
    const [tokenA, tokenB, defaultChannel] = splitPath(address)
    if (tokenA === undefined || tokenB === undefined)
      throw rejected('Rocket.Chat needs a host and both tokens of a webhook.')
    const channel = setting('channel') ?? defaultChannel
    const username = decoded(address.username)
    const { title, ...text } = withNeutralMentions(message)
    await ask({
      url: `${toServerUrl({ address, setting })}/hooks/${encodeURIComponent(tokenA)}/${encodeURIComponent(tokenB)}`,
      json: {
        text: `*${title}*\n${textWithLink(text)}`,
        ...(channel === undefined || channel === ''
          ? {}
          : { channel: /^[#@]/.test(channel) ? channel : `#${channel}` }),
        ...(username === '' ? {} : { alias: username }),
      },
    })
  },
}
