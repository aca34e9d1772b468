import { decodeEscapes } from '#shared/primitives/decode-uri.ts'
import { cut, findInteger, pickSettings, rejected, type Outgoing, type Sender } from './sender.ts'
import { renderPlain } from './text/render-markdown.ts'

/** An emergency is repeated until it is acknowledged, and Pushover requires how often and for how long. */
const emergency = (setting: Outgoing['setting']) => ({
  retry: String(findInteger(setting('retry'), 30, 10_800) ?? 60),
  expire: String(findInteger(setting('expire'), 1, 10_800) ?? 3_600),
})
const linkMost = 512

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
    const priority = String(findInteger(setting('priority'), -2, 2) ?? priorities[health ?? 'unknown'])
    await ask({
      url: `${baseUrl('https://api.pushover.net')}/1/messages.json`,
      form: {
        token,
        user,
        title: cut(title, 250),
        message: cut(message === '' ? title : renderPlain(message), 1_024),
        priority,
        ...(priority === '2' && emergency(setting)),
        ...pickSettings(setting, ['sound', 'ttl']),
        ...(device !== undefined && { device }),
        // The beginning of a link would open another page.
        ...(link !== undefined && link.length <= linkMost && { url: link, url_title: 'Open' }),
      },
    })
  },
}
