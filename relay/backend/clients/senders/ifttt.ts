import { decodeEscapes } from '#shared/primitives/decode-uri.ts'
import { cut, rejected, textWithLink, toEach, type Sender } from './sender.ts'
import { renderPlain } from './text/render-markdown.ts'

export const ifttt: Sender = {
  name: 'IFTTT',
  schemes: ['ifttt'],
  destination: ({ setting, baseUrl }) => ({
    server: baseUrl('https://maker.ifttt.com'),
    recipient: { label: 'Events', setting: 'events', value: setting('events') ?? 'quarterdeck' },
  }),
  send: async ({ address, message, setting, baseUrl, ask }) => {
    const id = decodeEscapes(address.hostname)
    if (id === '') throw rejected('IFTTT needs a webhook id.')
    const events = (setting('events') ?? 'quarterdeck').split(',').filter(Boolean)
    await toEach(events, (event) =>
      ask({
        url: `${baseUrl('https://maker.ifttt.com')}/trigger/${encodeURIComponent(event)}/with/key/${encodeURIComponent(id)}`,
        json: {
          value1: message.title,
          value2: textWithLink({ ...message, message: cut(renderPlain(message.message), 8_000) }),
          value3: message.link ?? '',
        },
      }),
    )
  },
}
