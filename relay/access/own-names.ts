import type { IncomingHttpHeaders } from 'node:http'

interface OwnNamesOptions {
  readonly host: string
  readonly publicUrl: string | undefined
  readonly allowedHosts: readonly string[]
}

/** Why a request is not for us, or not from a page of ours. */
export type Foreign = 'foreign_host' | 'foreign_origin'

const nameOf = (hostHeader: string): string => {
  const url = `http://${hostHeader}`
  return URL.canParse(url) ? new URL(url).hostname : ''
}

/**
 * Decides whether a request came to one of the relay's own names and, when a page sent it, from a page of the relay.
 * A name that somebody else points at this machine is foreign, and so is every other page in the same browser, on
 * loopback too: neither may read the console or act through it.
 */
export const createOwnNames = ({ host, publicUrl, allowedHosts }: OwnNamesOptions) => {
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl)
  const names = new Set(
    ['127.0.0.1', 'localhost', '[::1]', host, host.includes(':') ? `[${host}]` : host, ...allowedHosts].map(nameOf),
  )
  if (publicOrigin !== undefined) names.add(publicOrigin.hostname)
  names.delete('')

  return (method: string, headers: IncomingHttpHeaders): Foreign | null => {
    const { host: asked = '', origin } = headers
    if (!names.has(nameOf(asked))) return 'foreign_host'
    if (origin !== undefined) {
      const isOurs = origin === publicOrigin?.origin || (URL.canParse(origin) && new URL(origin).host === asked)
      return isOurs ? null : 'foreign_origin'
    }
    const site = headers['sec-fetch-site']
    const isOtherPage = site === 'cross-site' || site === 'same-site'
    const isFollowedLink = method === 'GET' && headers['sec-fetch-mode'] === 'navigate'
    return isOtherPage && !isFollowedLink ? 'foreign_origin' : null
  }
}
