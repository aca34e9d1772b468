import { cut, decoded, rejected, type Sender } from './sender.ts'

const colours = { healthy: 0x2e9e5b, warning: 0xd99e0b, unhealthy: 0xcd4246, unknown: 0x8f99a8 } as const

/** Mentions in a message notify no users. */
export const discord: Sender = {
  name: 'Discord',
  schemes: ['discord'],
  hosts: /(^|\.)discord(app)?\.com$/,
  destination: ({ address, baseUrl }) => ({
    server: address.protocol === 'discord:' ? baseUrl('https://discord.com') : address.origin,
    recipient: null,
  }),
  send: async ({ address, message: { title, message, link, health }, setting, baseUrl, ask }) => {
    const [token, id] = [decoded(address.username), decoded(address.hostname)]
    const isPlain = address.protocol !== 'discord:'
    if (!isPlain && (token === '' || id === '')) throw rejected('Discord needs the id and token of a webhook.')
    const username = setting('username')
    await ask({
      url: isPlain ? address.href : `${baseUrl('https://discord.com')}/api/webhooks/${id}/${token}?wait=true`,
      json: {
        ...(username === undefined || isPlain ? {} : { username }),
        allowed_mentions: { parse: [] },
        embeds: [
          {
            title: cut(title, 256),
            description: cut(message, 4_000),
            color: colours[health ?? 'unknown'],
            ...(link === undefined ? {} : { url: link }),
          },
        ],
      },
    })
  },
}
