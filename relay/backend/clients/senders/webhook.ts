import { withoutLogin } from '#relay/backend/clients/run/url-login.ts'
import { httpScheme, type Message, type Outgoing, type Sender, type SenderRequest } from './sender.ts'
import { renderPlain } from './text/render-markdown.ts'

const own = new Set(['contenttype', 'messagekey', 'titlekey', 'requestmethod', 'disabletls', 'apibase'])

const settings: ReadonlySet<string> = new Set([...own, 'template'])

const bare = (address: URL): URL => {
  const url = new URL(address)
  for (const name of Array.from(url.searchParams.keys())) if (own.has(name.toLowerCase())) url.searchParams.delete(name)
  return url
}

/** `generic+http` and `generic+https` name their scheme, which wins over DisableTLS. */
const toUrl = ({ address, setting }: Pick<Outgoing, 'address' | 'setting'>): URL =>
  new URL(bare(address).href.replace(/^generic(\+(https?))?:/, (_, __, scheme = httpScheme(setting)) => `${scheme}:`))

/** Settings of the request are not part of the message. */
const besideText = ({ properties = {}, link }: Message): object => ({
  properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !settings.has(name.toLowerCase()))),
  ...(link !== undefined && { link }),
})

/** Any http or https address; with `generic+` before it, the query sets method, keys and content type. */
export const webhook: Sender = {
  name: 'Webhook',
  schemes: ['http', 'https', 'generic+http', 'generic+https', 'generic'],
  destination: (to) => ({ server: toUrl(to).origin, recipient: null }),
  send: async ({ address, message, setting, headers: own, authorize, ask }) => {
    const url = new URL(withoutLogin(toUrl({ address, setting }).href).url)
    const headers = { ...own, ...(await authorize()) }
    const text = renderPlain(message.message)
    const [titleKey, messageKey] = [setting('titlekey'), setting('messagekey')]
    const texts = { [titleKey ?? 'title']: message.title, [messageKey ?? 'message']: text }
    if (setting('requestmethod')?.toUpperCase() === 'GET') {
      for (const [name, text] of Object.entries(texts)) url.searchParams.set(name, text)
      await ask({ url: url.href, method: 'GET', headers })
      return
    }
    const contentType = setting('contenttype') ?? 'application/json'
    const json = { ...texts, ...besideText(message) }
    const request: Omit<SenderRequest, 'url'> = contentType.includes('json')
      ? { json, headers: { ...headers, 'content-type': contentType } }
      : { body: `${message.title}\n\n${text}`, headers: { ...headers, 'content-type': contentType } }
    await ask({ url: url.href, ...request })
  },
}
