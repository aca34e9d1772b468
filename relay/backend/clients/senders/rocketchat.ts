import { decoded, partsOf, refused, textWithLink, type Sender } from './sender.ts'

/** `rocketchat://name@host:port/tokenA/tokenB/channel`: an incoming webhook; a channel without a sign is one of `#`. */
export const rocketchat: Sender = {
  name: 'Rocket.Chat',
  schemes: ['rocketchat'],
  send: async ({ address, message, setting, ask }) => {
    const [tokenA, tokenB, place] = partsOf(address)
    if (tokenA === undefined || tokenB === undefined)
      throw refused('Rocket.Chat needs a host and both tokens of a webhook.')
    const channel = setting('channel') ?? place
    const username = decoded(address.username)
    const scheme = setting('disabletls')?.toLowerCase() === 'true' ? 'http' : 'https'
    await ask({
      url: `${scheme}://${address.host}/hooks/${encodeURIComponent(tokenA)}/${encodeURIComponent(tokenB)}`,
      json: {
        text: `*${message.title}*\n${textWithLink(message)}`,
        ...(channel === undefined || channel === ''
          ? {}
          : { channel: /^[#@]/.test(channel) ? channel : `#${channel}` }),
        ...(username === '' ? {} : { alias: username }),
      },
    })
  },
}
