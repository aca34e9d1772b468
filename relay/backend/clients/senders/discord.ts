import { decodeEscapes } from '#shared/primitives/decode-uri.ts'
import { cut, rejected, type Message, type Outgoing, type Sender } from './sender.ts'

const colours = { healthy: 0x2e9e5b, warning: 0xd99e0b, unhealthy: 0xcd4246, unknown: 0x8f99a8 } as const

const allowed = /^(?:@everyone|@here|<@[!&]?\d+>)$/

/** An embed notifies no users: mentions of the template are repeated beside it. */
const mentioned = ({ mentions }: Message): object => {
  const names = mentions?.names.filter((name) => allowed.test(name)) ?? []
  return names.length === 0
    ? { allowed_mentions: { parse: [] } }
    : { allowed_mentions: { parse: ['everyone', 'roles', 'users'] }, content: cut(names.join(' '), 2_000) }
}

const readColour = (text: string | undefined): number | undefined => {
  const [, hex] = /^(?:#|%23|0x)?([0-9a-f]{6})$/i.exec(text ?? '') ?? []
  return hex === undefined ? undefined : Number.parseInt(hex, 16)
}

const toAddress = ({ address, setting, baseUrl }: Pick<Outgoing, 'address' | 'setting' | 'baseUrl'>): string => {
  const [token, id] = [decodeEscapes(address.username), decodeEscapes(address.hostname)]
  const isOwn = address.protocol === 'discord:'
  if (isOwn && (token === '' || id === '')) throw rejected('Discord needs the id and token of a webhook.')
  const url = new URL(isOwn ? `${baseUrl('https://discord.com')}/api/webhooks/${id}/${token}?wait=true` : address)
  const thread = setting('thread_id')
  if (thread !== undefined) url.searchParams.set('thread_id', thread)
  return url.href
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
    const [username, avatar] = [setting('username'), setting('avatar') ?? setting('avatarurl')]
    await ask({
      url: toAddress({ address, setting, baseUrl }),
      json: {
        ...(username !== undefined && { username: cut(username, 80) }),
        ...(avatar !== undefined && { avatar_url: avatar }),
        ...mentioned(sent),
        embeds: [
          {
            title: cut(title, 256),
            description: cut(message, 4_000),
            color: readColour(setting('color')) ?? colours[health ?? 'unknown'],
            ...(link !== undefined && { url: link }),
          },
        ],
      },
    })
  },
}
