import { decodeEscapes } from '#shared/primitives/decode-uri.ts'
import { jsonBytes, cut, fit, httpScheme, rejected, type Outgoing, type Sender } from './sender.ts'
import { renderPlain } from './text/render-markdown.ts'

const levels = { healthy: 'passive', warning: 'active', unhealthy: 'timeSensitive', unknown: 'active' } as const
const passedOn = ['sound', 'badge', 'icon', 'group', 'category', 'copy'] as const

const toServer = ({ address, setting }: Pick<Outgoing, 'address' | 'setting'>): string => {
  const scheme = setting('scheme')?.toLowerCase() === 'http' ? 'http' : httpScheme(setting)
  return `${scheme}://${address.host}${address.pathname.replace(/\/+$/, '')}`
}

export const bark: Sender = {
  name: 'Bark',
  schemes: ['bark'],
  destination: (to) => ({ server: toServer(to), recipient: null }),
  send: async ({ address, message: { title, message, link, health }, setting, ask }) => {
    const key = decodeEscapes(address.password) || decodeEscapes(address.username)
    if (key === '') throw rejected('Bark needs the key of a device.')
    const url = setting('url') ?? link
    await ask({
      url: `${toServer({ address, setting })}/push`,
      json: {
        device_key: key,
        title: cut(setting('title') ?? title, 200),
        // Apple accepts 4 KB with all fields.
        body: fit(message === '' ? title : message, { most: 2_500, render: renderPlain, measure: jsonBytes }),
        level: setting('level') ?? levels[health ?? 'unknown'],
        ...Object.fromEntries(passedOn.flatMap((name) => (setting(name) === undefined ? [] : [[name, setting(name)]]))),
        ...(url !== undefined && { url }),
      },
    })
  },
}
