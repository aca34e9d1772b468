import { cut, fit, splitPath, textWithLink, withNeutralMentions, type Sender } from './sender.ts'
import { renderGoogleChat } from './text/render-markdown.ts'

const ours = new Set(['apibase', 'disabletls'])

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
    for (const name of Array.from(query.keys())) if (ours.has(name.toLowerCase())) query.delete(name)
    query.set('requestId', key)
    const { title, message: text, link } = withNeutralMentions(message)
    await ask({
      url: `${baseUrl(`https://${address.host}`)}${address.pathname}?${query.toString()}`,
      json: {
        text: fit(text, {
          most: 4_000,
          render: (part) => `*${cut(title, 500)}*\n${textWithLink({ message: renderGoogleChat(part), link })}`,
        }),
      },
    })
  },
}
