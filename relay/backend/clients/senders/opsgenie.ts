import { cut, splitPath, rejected, type Sender } from './sender.ts'
import { renderPlain } from './text/render-markdown.ts'

const priorities = { healthy: 'P5', warning: 'P3', unhealthy: 'P1', unknown: 'P3' } as const

/** The message key is the alert's alias, so a retry opens no second alert. */
export const opsgenie: Sender = {
  name: 'OpsGenie',
  schemes: ['opsgenie'],
  destination: ({ address, baseUrl }) => ({
    server: baseUrl(`https://${address.host}`),
    recipient: { label: 'Alert', setting: null, value: 'new, priority P3' },
  }),
  send: async ({ address, message: { title, message, link, health }, setting, key, baseUrl, ask }) => {
    const [apiKey] = splitPath(address)
    if (apiKey === undefined) throw rejected('OpsGenie needs an API key.')
    await ask({
      url: `${baseUrl(`https://${address.host}`)}/v2/alerts`,
      headers: { authorization: `GenieKey ${apiKey}` },
      json: {
        message: cut(title, 130),
        alias: setting('alias') ?? key,
        description: cut(renderPlain(message), 15_000),
        source: 'Quarterdeck',
        priority: setting('priority') ?? priorities[health ?? 'unknown'],
        ...(link !== undefined && { details: { link } }),
      },
    })
  },
}
