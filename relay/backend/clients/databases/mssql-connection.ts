import type { Connection, ConnectionConfiguration } from 'tedious'
import { decodeEscapes } from '#shared/primitives/decode-uri.ts'
import { unlessAborted } from '#relay/time-limit.ts'
import { formatConnectionUrl, readConnectionText } from '#relay/config/connection-text.ts'
import type { SignIn } from '#relay/backend/clients/run/fields.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { requireScheme } from '#relay/backend/clients/run/require-scheme.ts'
import { resolveTarget } from '#relay/backend/clients/run/target.ts'

interface MssqlConnection {
  readonly connection: Connection
  readonly close: () => void
}

export const connectMssql = async (
  spec: SignIn & { readonly url?: string | undefined },
  run: ClientRun,
): Promise<MssqlConnection> => {
  const { Connection: Client } = await import('tedious')
  const { url, username, password } = await resolveTarget(spec, spec.url, run, toUrl)
  requireScheme(url, ['sqlserver', 'mssql'])
  const connection = new Client(toConfiguration(url, { username, password, timeoutMs: run.timeoutMs }))
  const close = (): void => {
    run.signal.removeEventListener('abort', close)
    connection.close()
  }
  // Without a listener, an error after the connection was made would stop the process.
  connection.on('error', () => undefined)
  run.signal.addEventListener('abort', close, { once: true })
  try {
    await unlessAborted(connected(connection), run.signal)
  } catch (error) {
    close()
    throw error
  }
  return { connection, close }
}

const connected = async (connection: Connection): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.connect((error) => {
      if (error === undefined) resolve()
      else reject(error)
    })
  })

/** `Server=host\instance;Database=…`: the path of a URL is the instance, as Go's driver reads it. */
const toUrl = (text: string): string => {
  const parts = readConnectionText(text)
  if (parts === undefined) return text
  const [host = '', instance = ''] = parts.host.split('\\')
  const parameters = [...parts.parameters, ['database', parts.database] as const]
  return formatConnectionUrl('sqlserver', { ...parts, host, database: instance, parameters })
}

interface Login {
  readonly username: string | undefined
  readonly password: string | undefined
  readonly timeoutMs: number
}

const toConfiguration = (address: string, { username, password, timeoutMs }: Login): ConnectionConfiguration => {
  if (!URL.canParse(address))
    throw new Error('Invalid address. Use an address such as sqlserver://host:1433?database=shop')
  const url = new URL(address)
  const parameters = new Map(Array.from(url.searchParams, ([name, value]) => [normalized(name), value]))
  const path = decodeEscapes(url.pathname.slice(1))
  const hasPort = url.port !== ''
  const database = parameters.get('database') || parameters.get('databasename') || (hasPort ? path : '')
  const user = username ?? (decodeEscapes(url.username) || undefined)
  const [domain, userName] = user?.includes('\\') === true ? user.split('\\') : [undefined, user]
  const login = { userName, password: password ?? decodeEscapes(url.password) }
  return {
    server: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    authentication:
      domain === undefined ? { type: 'default', options: login } : { type: 'ntlm', options: { ...login, domain } },
    options: {
      ...(hasPort || path === '' ? { port: hasPort ? Number(url.port) : 1433 } : { instanceName: path }),
      ...(database !== '' && { database }),
      ...readEncryption(parameters),
      appName: 'quarterdeck check',
      connectTimeout: Math.max(1, Math.ceil(timeoutMs)),
      // The check has its own timeout.
      requestTimeout: 0,
      cancelTimeout: 0,
      maxRetriesOnTransientErrors: 0,
    },
  }
}

const normalized = (name: string): string => name.toLowerCase().replaceAll(' ', '')
const isYes = (value: string | undefined): boolean => /^(?:true|yes|1|mandatory)$/i.test(value ?? '')

/** Without `encrypt`, TLS is used if the server offers it, with any certificate: SQL Server makes its own by default. */
const readEncryption = (parameters: ReadonlyMap<string, string>) => {
  const encrypt = parameters.get('encrypt')
  if (encrypt?.toLowerCase() === 'strict') return { encrypt: 'strict' as const, trustServerCertificate: false }
  const isOff = /^(?:disable|no)$/i.test(encrypt ?? '')
  const isTrusting = parameters.get('trustservercertificate')
  return { encrypt: !isOff, trustServerCertificate: isTrusting === undefined ? !isYes(encrypt) : isYes(isTrusting) }
}
