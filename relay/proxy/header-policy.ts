type Headers = Record<string, string | string[] | undefined>

/** Browser credentials for the relay, client addresses and proxy headers must not reach the backend. */
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
 * Matches True-Client-IP, Fly-Client-IP, X-Cluster-Client-IP, X-Envoy-External-Address and others. The relay sets
 * the address itself, as far as TRUSTED_PROXIES allows.
 */
const clientAddressHeader = /forward|(?:ip|ip-?v[46]|addr|address)$|coming-from|geo/

/** CGI-style services treat `_` and `-` in header names as equal. */
const isRemoved = (header: string): boolean => {
  const name = header.replaceAll('_', '-')
  return (
    removedHeaders.has(name) ||
    removedPrefixes.some((prefix) => name.startsWith(prefix)) ||
    clientAddressHeader.test(name)
  )
}

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

export const toRequestHeaders = (headers: Headers, credential: string | undefined): Headers => ({
  ...without(headers, isRemoved),
  ...(credential !== undefined && { authorization: credential }),
})

export const toResponseHeaders = (headers: Headers): Headers =>
  without(headers, (name) => notPassedOn.has(name) || name.startsWith('access-control-'))
