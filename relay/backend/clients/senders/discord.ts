import { decodeEscapes } from '#shared/primitives/decode-uri.ts'
import { cut, rejected, type Message, type Sender } from './sender.ts'

const colours = { healthy: 0x2e9e5b, warning: 0xd99e0b, unhealthy: 0xcd4246, unknown: 0x8f99a8 } as const

const allowed = /^(?:@everyone|@here|<@[!&]?\d+>)$/

/** An embed notifies no users: mentions of the template are repeated beside it. */
const mentioned = ({ mentions }: Message): object => {
  const names = mentions?.names.filter((name) => allowed.test(name)) ?? []
  return names.length === 0
    ? { allowed_mentions: { parse: [] } }
    : { allowed_mentions: { parse: ['everyone', 'roles', 'users'] }, content: names.join(' ') }
}

export const discord: Sender = {
  name: 'Discord',
  schemes: ['discord'],
  hosts: /(^|\.)discord(app)?\.com$/,
  destination: ({ address, baseUrl }) => ({
    server: address.protocol === 'discord:' ? baseUrl('https://discord.com') : address.origin,
    recipient: null,
  }),
  send: async ({ address, message: sent, setting, baseUrl, ask }) => {
    const { title, message, link, health } = sent
    const [token, id] = [decodeEscapes(address.username), decodeEscapes(address.hostname)]
    const isPlain = address.protocol !== 'discord:'
    if (!isPlain && (token === '' || id === '')) throw rejected('Discord needs the id and token of a webhook.')
    const username = setting('username')
    await ask({
      url: isPlain ? address.href : `${baseUrl('https://discord.com')}/api/webhooks/${id}/${token}?wait=true`,
      json: {
        ...(username === undefined || isPlain ? {} : { username }),
        ...mentioned(sent),
        embeds: [
          {
            title: cut(title, 256),
            description: cut(message, 4_000),
            color: colours[health ?? 'unknown'],
            ...(link !== undefined && { url: link }),
          },
        ],
      },
    })
  },
}
