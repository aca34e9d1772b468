/** Header names in lower case, as Node gives them. */
type Headers = Record<string, string | string[] | undefined>

/** What a browser sends that is none of the backend's business: its credentials for us, where it came from, what a proxy says. */
const removedHeaders = new Set([
  'cookie',
  'authorization',
  'proxy-authorization',
  'origin',
  'referer',
  'via',
  'x-host',
  'x-envoy-original-path',
  'x-original-host',
  'x-original-url',
  'x-rewrite-url',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  'x-session-token',
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'upgrade',
])
const removedPrefixes = ['sec-', 'proxy-', 'access-control-', 'cf-', 'remote-', 'x-remote-']
/**
 * Who forwarded a request and from which address, however the proxy is called that would say so: True-Client-IP,
 * Fly-Client-IP, X-Cluster-Client-IP, X-Envoy-External-Address and their like. The relay says the address itself, as far as
 * TRUSTED_PROXIES vouches for it.
 */
const clientAddressHeader = /forward|(?:ip|ip-?v[46]|addr|address)$|coming-from|geo/

/** Services that read headers as variables of an environment know no difference between `_` and `-`. */
const isRemoved = (header: string): boolean => {
  const name = header.replaceAll('_', '-')
  return (
    removedHeaders.has(name) ||
    removedPrefixes.some((prefix) => name.startsWith(prefix)) ||
    clientAddressHeader.test(name)
  )
}

/** What a backend answers that would change how a browser treats the console itself. */
const notPassedOn = new Set([
  'set-cookie',
  'content-security-policy',
  'strict-transport-security',
  'referrer-policy',
  'server',
  'connection',
  'keep-alive',
])

const without = (headers: Headers, isLeftOut: (name: string) => boolean): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !isLeftOut(name)))

/** The headers of a browser's request as the backend gets them; `credential` is the relay's own Authorization for it. */
export const toRequestHeaders = (headers: Headers, credential: string | undefined): Headers => ({
  ...without(headers, isRemoved),
  ...(credential === undefined ? {} : { authorization: credential }),
})

/** The headers of the backend's answer as the browser gets them. */
export const toResponseHeaders = (headers: Headers): Headers =>
  without(headers, (name) => notPassedOn.has(name) || name.startsWith('access-control-'))
