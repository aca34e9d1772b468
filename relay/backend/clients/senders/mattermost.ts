import { decoded, partsOf, refused, textWithLink, type Outgoing, type Sender } from './sender.ts'

const serverOf = ({ address, setting }: Pick<Outgoing, 'address' | 'setting'>): string =>
  `${setting('disabletls')?.toLowerCase() === 'true' ? 'http' : 'https'}://${address.host}`

/** `mattermost://name@host/token/channel`: an incoming webhook. */
export const mattermost: Sender = {
  name: 'Mattermost',
  schemes: ['mattermost'],
  destination: ({ address, setting }) => ({
    server: serverOf({ address, setting }),
    recipient: {
      label: 'Channel',
      setting: 'channel',
      value: setting('channel') ?? partsOf(address)[1] ?? '',
      whenEmpty: 'the channel of its webhook',
    },
  }),
  send: async ({ address, message, setting, ask }) => {
    const [token, ...path] = partsOf(address)
    if (token === undefined || address.host === '') throw refused('Mattermost needs a host and the token of a webhook.')
    const channel = setting('channel') ?? path[0]
    const username = decoded(address.username)
    await ask({
      url: `${serverOf({ address, setting })}/hooks/${encodeURIComponent(token)}`,
      json: {
        text: `**${message.title}**\n${textWithLink(message)}`,
        ...(channel === undefined || channel === '' ? {} : { channel }),
        ...(username === '' ? {} : { username }),
      },
    })
  },
}
