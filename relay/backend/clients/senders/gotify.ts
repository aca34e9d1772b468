import { decodeEscapes } from '#shared/primitives/decode-uri.ts'
import { rejected, splitPath, toServerUrl, type Sender } from './sender.ts'

const priorities = { healthy: 2, warning: 5, unhealthy: 8, unknown: 4 } as const

export const gotify: Sender = {
  name: 'Gotify',
  schemes: ['gotify'],
  destination: (to) => ({ server: toServerUrl(to), recipient: null }),
  send: async ({ address, message: { title, message, link, health }, setting, ask }) => {
    const path = splitPath(address)
    const token = path.at(-1) ?? decodeEscapes(address.password)
    if (token === '') throw rejected('Gotify needs the token of an application.')
    const folder = path
      .slice(0, -1)
      .map((part) => `/${encodeURIComponent(part)}`)
      .join('')
    await ask({
      url: `${toServerUrl({ address, setting })}${folder}/message`,
      headers: { 'x-gotify-key': token },
      json: {
        title: setting('title') ?? title,
        message: message === '' ? title : message,
        priority: Number(setting('priority')) || priorities[health ?? 'unknown'],
        extras: {
          'client::display': { contentType: 'text/markdown' },
          ...(link !== undefined && { 'client::notification': { click: { url: link } } }),
        },
      },
    })
  },
}
