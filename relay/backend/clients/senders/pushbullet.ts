import { decodeEscapes } from '#shared/primitives/decode-uri.ts'
import { cut, splitPath, rejected, toEach, type Sender } from './sender.ts'
import { renderPlain } from './text/render-markdown.ts'

const toTarget = (target: string): object => {
  if (target.startsWith('#')) return { channel_tag: target.slice(1) }
  return target.includes('@') ? { email: target } : { device_iden: target }
}

const listTargets = (address: URL): readonly string[] =>
  [...splitPath(address), decodeEscapes(address.hash)].flatMap((part) => part.split(',')).filter(Boolean)

export const pushbullet: Sender = {
  name: 'Pushbullet',
  schemes: ['pushbullet'],
  destination: ({ address, baseUrl }) => ({
    server: baseUrl('https://api.pushbullet.com'),
    recipient: { label: 'Targets', setting: null, value: listTargets(address).join(', ') || 'all devices' },
  }),
  send: async ({ address, message: { title, message, link }, key, baseUrl, ask }) => {
    const token = decodeEscapes(address.hostname)
    if (token === '') throw rejected('Pushbullet needs a token.')
    const targets = listTargets(address)
    await toEach(targets.length === 0 ? [''] : targets, (target) =>
      ask({
        url: `${baseUrl('https://api.pushbullet.com')}/v2/pushes`,
        headers: { 'access-token': token },
        json: {
          type: link === undefined ? 'note' : 'link',
          title: cut(title, 250),
          body: cut(renderPlain(message), 4_000),
          ...(link !== undefined && { url: link }),
          ...(target === '' ? {} : toTarget(target)),
          guid: target === '' ? key : `${key}-${target}`,
        },
      }),
    )
  },
}
