import { readConnectionText } from '#relay/config/connection-text.ts'
import type { CheckConnection } from '#relay/backend/checks/check-type.ts'
import { hostAndPort } from '#relay/backend/clients/host-and-port.ts'

/** Where a connection leads on the network. */
export interface Endpoint {
  readonly host: string
  readonly port: number
  readonly isTls: boolean
  /** What is trusted beside the authorities that this machine trusts. */
  readonly ca?: string | undefined
  /** No certificate is asked for proof, as the place's own settings say. */
  readonly isUnverified?: boolean
}

const schemes: Readonly<Record<string, readonly [port: number, isTls: boolean]>> = {
  http: [80, false],
  https: [443, true],
  postgres: [5432, false],
  postgresql: [5432, false],
  mysql: [3306, false],
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
 * Reads where an address of this scheme leads: a URL, a connection text, `host:port` or a host alone. Undefined where no single place
 * stands in it: a socket's path, several hosts, a name that is looked up for its servers.
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

/** Where a connection to a mail server leads: its own fields say it. */
export const mailEndpoint = ({ properties }: CheckConnection): Endpoint | undefined => {
  const { host = '', port = '587', encryptionMethod } = properties
  return host === '' ? undefined : { host, port: Number(port), isTls: encryptionMethod === 'ImplicitTLS' }
}
