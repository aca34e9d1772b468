/** Header names in lower case, as Node gives them. */
type Headers = Record<string, string | string[] | undefined>

/**
 * What a browser sends that is none of the backend's business: its credentials for us, where it came from, and what counts
 * only when a proxy says it.
 */
const keptBack = new Set([
  'cookie',
  'authorization',
  'proxy-authorization',
  'origin',
  'referer',
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-original-url',
  'x-rewrite-url',
  'x-http-method-override',
  'x-session-token',
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'upgrade',
])
const keptBackPrefixes = ['sec-', 'x-forwarded-', 'proxy-', 'access-control-']

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
export const requestHeadersOf = (headers: Headers, credential: string | undefined): Headers => ({
  ...without(headers, (name) => keptBack.has(name) || keptBackPrefixes.some((prefix) => name.startsWith(prefix))),
  ...(credential === undefined ? {} : { authorization: credential }),
})

/** The headers of the backend's answer as the browser gets them. */
export const answerHeadersOf = (headers: Headers): Headers =>
  without(headers, (name) => notPassedOn.has(name) || name.startsWith('access-control-'))
