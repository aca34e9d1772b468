import { withoutLogin } from '#relay/backend/clients/run/url-login.ts'
import { fit, httpScheme, type Message, type Outgoing, type Sender, type SenderRequest } from './sender.ts'
import { renderPlain } from './text/render-markdown.ts'

const own = new Set(['contenttype', 'messagekey', 'titlekey', 'requestmethod', 'disabletls', 'apibase'])

const settings: ReadonlySet<string> = new Set([...own, 'template'])

const isGeneric = ({ protocol }: URL): boolean => protocol.startsWith('generic')

const bare = (address: URL): URL => {
  const url = new URL(address)
  const isOwn = (name: string): boolean =>
    own.has(name.toLowerCase()) || (isGeneric(address) && (/^(?:method|template)$/i.test(name) || /^[@$]/.test(name)))
  for (const name of Array.from(url.searchParams.keys())) if (isOwn(name)) url.searchParams.delete(name)
  return url
}

/** A generic address has headers (`@xToken=`) and fields of the body (`$team=`) in its query. */
const listPrefixed = (address: URL, prefix: '@' | '$'): readonly (readonly [name: string, value: string])[] =>
  isGeneric(address)
    ? [...address.searchParams].flatMap(([name, value]) =>
        name.length > 1 && name.startsWith(prefix) ? [[name.slice(1), value] as const] : [],
      )
    : []

const readHeaders = (address: URL): Record<string, string> =>
  Object.fromEntries(
    listPrefixed(address, '@').map(([name, value]) => [name.replaceAll(/([a-z])([A-Z])/g, '$1-$2'), value]),
  )

/** Servers accept addresses of about 8 KB. */
const fitQuery = (text: string): string =>
  fit(text, { most: 3_000, render: (part) => part, measure: (part) => encodeURIComponent(part).length })

const methods = ['GET', 'PUT', 'PATCH'] as const

/** `generic+http` and `generic+https` name their scheme, which wins over DisableTLS. */
const toUrl = ({ address, setting }: Pick<Outgoing, 'address' | 'setting'>): URL =>
  new URL(bare(address).href.replace(/^generic(\+(https?))?:/, (_, __, scheme = httpScheme(setting)) => `${scheme}:`))

/** Settings of the request, or of one service (`slack.channel`), are not part of the message. */
const besideText = ({ properties = {}, link }: Message): object => ({
  properties: Object.fromEntries(
    Object.entries(properties).filter(([name]) => !settings.has(name.toLowerCase()) && !name.includes('.')),
  ),
  ...(link !== undefined && { link }),
})

/** Any http or https address; with `generic+` before it, the query sets method, keys and content type. */
export const webhook: Sender = {
  name: 'Webhook',
  schemes: ['http', 'https', 'generic+http', 'generic+https', 'generic'],
  destination: (to) => ({ server: toUrl(to).origin, recipient: null }),
  send: async ({ address, message, setting, headers: own, authorize, ask }) => {
    const url = new URL(withoutLogin(toUrl({ address, setting }).href).url)
    const headers = { ...readHeaders(address), ...own, ...(await authorize()) }
    const text = renderPlain(message.message)
    const [titleKey, messageKey] = [setting('titlekey'), setting('messagekey')]
    const texts = { [titleKey ?? 'title']: message.title, [messageKey ?? 'message']: text }
    const methodName = (setting('requestmethod') ?? (isGeneric(address) ? setting('method') : undefined))?.toUpperCase()
    const method = methods.find((each) => each === methodName) ?? 'POST'
    if (method === 'GET') {
      for (const [name, value] of Object.entries(texts)) url.searchParams.set(name, fitQuery(value))
      await ask({ url: url.href, method: 'GET', headers })
      return
    }
    const contentType = setting('contenttype') ?? 'application/json'
    const json = { ...Object.fromEntries(listPrefixed(address, '$')), ...texts, ...besideText(message) }
    const request: Omit<SenderRequest, 'url'> = contentType.includes('json')
      ? { json, headers: { ...headers, 'content-type': contentType } }
      : { body: `${message.title}\n\n${text}`, headers: { ...headers, 'content-type': contentType } }
    await ask({ url: url.href, method, ...request })
  },
}
