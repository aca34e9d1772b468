import { decodeEscapes } from '#shared/primitives/decode-uri.ts'
import type { Endpoint } from '#relay/backend/clients/run/endpoint.ts'

export interface SshRepository {
  readonly endpoint: Endpoint
  /** Empty where the address names none. */
  readonly user: string
  readonly path: string
}

export const isOverSsh = (url: string): boolean => /^(?:git\+)?ssh:\/\//i.test(url) || /^[\w.-]+@[^/:]+:/.test(url)

export const parseSshRepository = (url: string): SshRepository => {
  const [, user = '', host = '', path = ''] = /^([\w.-]+)@([^/:]+):(.+)$/.exec(url) ?? []
  if (host !== '') return { endpoint: { host, port: 22, isTls: false }, user, path }
  const address = new URL(url.replace(/^git\+/i, ''))
  if (address.hostname === '' || address.pathname.length < 2)
    throw new Error('The address contains no repository. Use ssh://git@host/path.')
  return {
    endpoint: { host: address.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(address.port || 22), isTls: false },
    user: decodeEscapes(address.username),
    path: decodeEscapes(address.pathname),
  }
}
