import { readConnectionText } from '#relay/config/connection-text.ts'
import type { ClientConnection } from './client-context.ts'
import { hostAndPort } from '#relay/backend/clients/run/host-and-port.ts'

export interface Endpoint {
  readonly host: string
  readonly port: number
  readonly isTls: boolean
  readonly ca?: string | undefined
  readonly isUnverified?: boolean
}

const schemes: Readonly<Record<string, readonly [port: number, isTls: boolean]>> = {
  http: [80, false],
  https: [443, true],
  postgres: [5432, false],
  postgresql: [5432, false],
  mysql: [3306, false],
  sqlserver: [1433, false],
  mongodb: [27_017, false],
  redis: [6379, false],
  rediss: [6379, true],
  ldap: [389, false],
  ldaps: [636, true],
  ssh: [22, false],
  sftp: [22, false],
  smtp: [587, false],
  smtps: [465, true],
}

/**
 * Accepts a URL, a connection string, `host:port` or a host. Undefined if it does not name exactly one endpoint:
 * a socket path, several hosts, an SRV name.
 */
export const parseEndpoint = (address: string, scheme: string): Endpoint | undefined => {
  const [defaultPort, isTls] = schemes[scheme] ?? [0, false]
  const text = address.replaceAll(/\$\([^()]*\)/g, 'x')
  const parts = readConnectionText(text)
  if (parts !== undefined) {
    return parts.host === '' || parts.host.startsWith('/')
      ? undefined
      : { host: parts.host, port: Number(parts.port || defaultPort), isTls }
  }
  if (!text.includes('://')) {
    const plain = hostAndPort(text) ?? (/^[\w.-]+$/.test(text) ? { host: text, port: defaultPort } : undefined)
    return plain === undefined ? undefined : { ...plain, isTls }
  }
  const urlScheme = /^([a-z][\w+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase() ?? ''
  const known = schemes[urlScheme]
  if (known === undefined || !URL.canParse(text)) return undefined
  const { hostname, port, searchParams } = new URL(text)
  const host = searchParams.get('host') ?? hostname.replace(/^\[(.*)\]$/, '$1')
  return host === '' || host.startsWith('/') ? undefined : { host, port: Number(port || known[0]), isTls: known[1] }
}

export const mailEndpoint = ({ properties }: ClientConnection): Endpoint | undefined => {
  const { host = '', port = '587', encryptionMethod } = properties
  return host === '' ? undefined : { host, port: Number(port), isTls: encryptionMethod === 'ImplicitTLS' }
}
