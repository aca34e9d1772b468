import { splitPath, textWithLink, type Sender } from './sender.ts'

export const googleChat: Sender = {
  name: 'Google Chat',
  schemes: ['googlechat'],
  hosts: /(^|\.)chat\.googleapis\.com$/,
  destination: ({ address, baseUrl }) => ({
    server: baseUrl(`https://${address.host}`),
    recipient: { label: 'Space', setting: null, value: splitPath(address)[2] ?? '' },
  }),
  send: async ({ address, message, key, baseUrl, ask }) => {
    const query = new URLSearchParams(address.search)
    query.delete('apiBase')
    query.set('requestId', key)
    await ask({
      url: `${baseUrl(`https://${address.host}`)}${address.pathname}?${query.toString()}`,
      json: { text: `*${message.title}*\n${textWithLink(message)}`.slice(0, 4_000) },
    })
  },
}
