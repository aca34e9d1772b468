import { decodeEscapes } from '#shared/primitives/decode-uri.ts'
import { cut, findInteger, fit, jsonBytes, rejected, splitPath, toServerUrl, type Sender } from './sender.ts'

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
        title: cut(setting('title') ?? title, 500),
        // The column of the server's database can hold 64 KB.
        message: fit(message === '' ? title : message, { most: 60_000, render: (text) => text, measure: jsonBytes }),
        priority: findInteger(setting('priority'), 0, 10) ?? priorities[health ?? 'unknown'],
        extras: {
          'client::display': { contentType: 'text/markdown' },
          ...(link !== undefined && { 'client::notification': { click: { url: link } } }),
        },
      },
    })
  },
}
