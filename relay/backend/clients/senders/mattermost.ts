import { decoded, partsOf, refused, textWithLink, type Sender } from './sender.ts'

/** `mattermost://name@host/token/channel`: an incoming webhook. */
export const mattermost: Sender = {
  name: 'Mattermost',
  schemes: ['mattermost'],
  send: async ({ address, message, setting, ask }) => {
    const [token, ...path] = partsOf(address)
    if (token === undefined || address.host === '') throw refused('Mattermost needs a host and the token of a webhook.')
    const channel = setting('channel') ?? path[0]
    const username = decoded(address.username)
    const scheme = setting('disabletls')?.toLowerCase() === 'true' ? 'http' : 'https'
    await ask({
      url: `${scheme}://${address.host}/hooks/${encodeURIComponent(token)}`,
      json: {
        text: `**${message.title}**\n${textWithLink(message)}`,
        ...(channel === undefined || channel === '' ? {} : { channel }),
        ...(username === '' ? {} : { username }),
      },
    })
  },
}
