import { decodeEscapes } from '#shared/primitives/decode-uri.ts'
import { formatBasicAuth } from '#relay/backend/clients/http/basic-sign-in.ts'
import {
  jsonBytes,
  cut,
  findInteger,
  findList,
  fit,
  httpScheme,
  isYes,
  pickSettings,
  splitPath,
  rejected,
  type Outgoing,
  type Sender,
} from './sender.ts'
import { renderPlain } from './text/render-markdown.ts'

const priorities = { healthy: 2, warning: 4, unhealthy: 5, unknown: 3 } as const
const tags = { healthy: 'white_check_mark', warning: 'warning', unhealthy: 'rotating_light', unknown: 'grey_question' }

const priorityNames: Readonly<Record<string, number>> = { min: 1, low: 2, default: 3, high: 4, max: 5, urgent: 5 }
const readPriority = (setting: Outgoing['setting']): number | undefined => {
  const text = (setting('priority') ?? '').trim().toLowerCase()
  return findInteger(text, 1, 5) ?? priorityNames[text]
}

const readScheme = (setting: Outgoing['setting']) =>
  setting('scheme')?.toLowerCase() === 'http' ? 'http' : httpScheme(setting)

export const ntfy: Sender = {
  name: 'ntfy',
  schemes: ['ntfy'],
  destination: ({ address, setting }) => ({
    server: `${readScheme(setting)}://${address.host}`,
    recipient: { label: 'Topic', setting: null, value: splitPath(address)[0] ?? '' },
  }),
  send: async ({ address, message: { title, message, link, health }, setting, ask }) => {
    const [topic] = splitPath(address)
    if (topic === undefined) throw rejected('ntfy needs a topic.')
    const [user, password] = [decodeEscapes(address.username), decodeEscapes(address.password)]
    await ask({
      url: `${readScheme(setting)}://${address.host}/`,
      headers:
        password === '' ? {} : { authorization: user === '' ? `Bearer ${password}` : formatBasicAuth(user, password) },
      json: {
        topic,
        title: cut(title, 250),
        // The server stores longer messages as an attachment, which expires.
        message: fit(message, {
          most: 4_000,
          render: isYes(setting('markdown')) ? (text) => text : renderPlain,
          measure: jsonBytes,
        }),
        priority: readPriority(setting) ?? priorities[health ?? 'unknown'],
        tags: findList(setting, 'tags') ?? (health === undefined ? undefined : [tags[health]]),
        click: setting('click') ?? link,
        ...pickSettings(setting, ['icon', 'attach', 'filename', 'delay', 'email', 'call']),
        ...(isYes(setting('markdown')) && { markdown: true }),
      },
    })
  },
}
