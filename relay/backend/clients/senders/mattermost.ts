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

export const mattermost: Sender = {
  name: 'Mattermost',
  schemes: ['mattermost'],
  destination: ({ address, setting }) => ({
    server: toServerUrl({ address, setting }),
    recipient: {
      label: 'Channel',
      setting: 'channel',
      value: setting('channel') ?? splitPath(address)[1] ?? '',
      whenEmpty: 'default channel of the webhook',
    },
  }),
  send: async ({ address, message, setting, ask }) => {
    const [token, ...path] = splitPath(address)
    if (token === undefined || address.host === '')
      throw rejected('Mattermost needs a host and the token of a webhook.')
    const channel = setting('channel') ?? path[0]
    const username = decoded(address.username)
    const { title, ...text } = withNeutralMentions(message)
    await ask({
      url: `${toServerUrl({ address, setting })}/hooks/${encodeURIComponent(token)}`,
      json: {
        text: `**${title}**\n${textWithLink(text)}`,
        ...(channel === undefined || channel === '' ? {} : { channel }),
        ...(username === '' ? {} : { username }),
      },
    })
  },
}
