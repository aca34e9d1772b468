import type { IncomingHttpHeaders } from 'node:http'

interface OriginGuardOptions {
  readonly host: string
  readonly publicUrl: string | undefined
  readonly allowedHosts: readonly string[]
  readonly listeningPort: () => number | undefined
}

export interface GuardedRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: IncomingHttpHeaders
}

export type OriginRejection = 'foreign_host' | 'foreign_origin' | 'malformed_address'

const toHost = (authority: string): string => {
  const url = `http://${authority}`
  return URL.canParse(url) && !/[/?#@\s]/.test(authority) ? new URL(url).host : ''
}
const hasPort = (authority: string) => /:\d+$/.test(authority)

/** RFC 9112 section 3.2.2: undefined for the usual form, which begins with the path; empty for any other form. */
const parseAuthority = (url: string): string | undefined => {
  if (url.startsWith('/')) return undefined
  return /^http:\/\/([^/?#]*)/i.exec(url)?.[1] ?? ''
}

const parsePath = (url: string): string => url.replace(/^http:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] ?? ''

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return '\0'
  }
}

const isWellFormed = (path: string): boolean => {
  const text = decoded(path)
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  return !path.includes('//') && !/[\\\u0000-\u001f\u007f]|(?:^|\/)\.{1,2}(?:\/|$)/.test(text)
}

/**
 * Protects against DNS rebinding and against other sites in the same browser, including on loopback. Null means
 * accepted.
 */
export const createOriginGuard = ({ host, publicUrl, allowedHosts, listeningPort }: OriginGuardOptions) => {
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl)
  const local = ['127.0.0.1', 'localhost', '[::1]', host.includes(':') ? `[${host}]` : host]
  const fixed = new Set(allowedHosts.map(toHost))
  if (publicOrigin !== undefined) fixed.add(publicOrigin.host)
  if (publicOrigin?.protocol === 'https:' && publicOrigin.port === '') fixed.add(`${publicOrigin.hostname}:443`)
  fixed.delete('')
  let onPort: { readonly port: number; readonly hosts: ReadonlySet<string> } | undefined

  const hostsOn = (port: number): ReadonlySet<string> => {
    if (onPort?.port !== port) {
      const names = [...local, ...allowedHosts.filter((name) => !hasPort(name))]
      onPort = { port, hosts: new Set(names.map((name) => toHost(`${name}:${port}`))) }
    }
    return onPort.hosts
  }
  const isOwn = (authority: string): boolean => {
    const normalizedHost = toHost(authority)
    const port = listeningPort()
    return (
      normalizedHost !== '' && (fixed.has(normalizedHost) || (port !== undefined && hostsOn(port).has(normalizedHost)))
    )
  }

  return ({ method = 'GET', url = '/', headers }: GuardedRequest): OriginRejection | null => {
    const { host: requestHost = '', origin } = headers
    const named = parseAuthority(url)
    if (!isOwn(requestHost) || (named !== undefined && toHost(named) !== toHost(requestHost))) return 'foreign_host'
    if (!isWellFormed(parsePath(url))) return 'malformed_address'
    if (origin !== undefined) {
      const isOwnOrigin =
        origin === publicOrigin?.origin || (URL.canParse(origin) && new URL(origin).host === toHost(requestHost))
      return isOwnOrigin ? null : 'foreign_origin'
    }
    const site = headers['sec-fetch-site']
    const isOtherPage = site === 'cross-site' || site === 'same-site'
    const isFollowedLink = method === 'GET' && headers['sec-fetch-mode'] === 'navigate'
    return isOtherPage && !isFollowedLink ? 'foreign_origin' : null
  }
}
