import { cut, findList, pickSettings, splitPath, rejected, type Outgoing, type Sender } from './sender.ts'
import { renderPlain } from './text/render-markdown.ts'

const priorities = { healthy: 'P5', warning: 'P3', unhealthy: 'P1', unknown: 'P3' } as const

const isPriority = (text: string | undefined): boolean => /^P[1-5]$/.test(text ?? '')

const responderTypes = new Set(['team', 'user', 'escalation', 'schedule'])

/** `team:web, user:ada@example.org`; ids are in the place of names. */
const toResponder = (text: string): object => {
  const [, given = '', name = text] = /^(\w+):(.*)$/s.exec(text) ?? []
  const type = responderTypes.has(given) ? given : 'team'
  const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(name)
  return { type, [isId ? 'id' : type === 'user' ? 'username' : 'name']: name }
}

/** The service rejects an alert with more or longer ones. */
const toFields = (setting: Outgoing['setting']): object => {
  const [tags, responders, visibleTo, actions] = ['tags', 'responders', 'visibleto', 'actions'].map((name) =>
    findList(setting, name),
  )
  const texts = pickSettings(setting, ['entity', 'source', 'user', 'note'])
  return {
    ...Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, cut(text, name === 'entity' ? 512 : 100)]),
    ),
    ...(tags && { tags: tags.slice(0, 20).map((tag) => cut(tag, 50)) }),
    ...(responders && { responders: responders.slice(0, 50).map(toResponder) }),
    ...(visibleTo && { visibleTo: visibleTo.slice(0, 50).map(toResponder) }),
    ...(actions && { actions: actions.slice(0, 10).map((action) => cut(action, 50)) }),
  }
}

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
        alias: cut(setting('alias') ?? key, 512),
        description: cut(renderPlain(message), 15_000),
        source: 'Quarterdeck',
        priority: isPriority(setting('priority')) ? setting('priority') : priorities[health ?? 'unknown'],
        ...toFields(setting),
        ...(link !== undefined && { details: { link } }),
      },
    })
  },
}
