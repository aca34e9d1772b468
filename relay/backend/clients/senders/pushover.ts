import { decodeEscapes } from '#shared/primitives/decode-uri.ts'
import { cut, rejected, type Sender } from './sender.ts'
import { renderPlain } from './text/render-markdown.ts'

const priorities = { healthy: '-1', warning: '0', unhealthy: '1', unknown: '0' } as const

export const pushover: Sender = {
  name: 'Pushover',
  schemes: ['pushover'],
  destination: ({ setting, baseUrl }) => ({
    server: baseUrl('https://api.pushover.net'),
    recipient: { label: 'Devices', setting: 'devices', value: setting('devices') ?? '', whenEmpty: 'all devices' },
  }),
  send: async ({ address, message: { title, message, link, health }, setting, baseUrl, ask }) => {
    const [token, user] = [decodeEscapes(address.password), decodeEscapes(address.hostname)]
    if (token === '' || user === '') throw rejected('Pushover needs a user key and a token.')
    const device = setting('devices')
    await ask({
      url: `${baseUrl('https://api.pushover.net')}/1/messages.json`,
      form: {
        token,
        user,
        title: cut(title, 250),
        message: cut(message === '' ? title : renderPlain(message), 1_024),
        priority: setting('priority') ?? priorities[health ?? 'unknown'],
        ...(device !== undefined && { device }),
        ...(link !== undefined && { url: cut(link, 512), url_title: 'Open' }),
      },
    })
  },
}
