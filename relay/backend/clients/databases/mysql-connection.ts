import type { Connection } from 'mysql2'
import { decodeEscapes } from '#shared/primitives/decode-uri.ts'
import { connectionUrl } from '#relay/config/connection-text.ts'
import type { SignIn } from '#relay/backend/clients/run/fields.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { requireScheme } from '#relay/backend/clients/run/require-scheme.ts'
import { resolveTarget } from '#relay/backend/clients/run/target.ts'

interface MysqlConnection {
  readonly connection: Connection
  readonly close: () => void
}

export const connectMysql = async (
  spec: SignIn & { readonly url?: string | undefined },
  run: ClientRun,
): Promise<MysqlConnection> => {
  const { createConnection } = await import('mysql2')
  const { url, username, password } = await resolveTarget(spec, spec.url, run, connectionUrl('mysql'))
  requireScheme(url, ['mysql', 'mariadb'])
  const connection = createConnection({
    ...parseAddress(url),
    ...(username !== undefined && { user: username }),
    ...(password !== undefined && { password }),
    connectTimeout: Math.max(1, Math.ceil(run.timeoutMs)),
  })
  const stop = (): void => connection.destroy()
  run.signal.addEventListener('abort', stop, { once: true })
  return {
    connection,
    close: () => {
      run.signal.removeEventListener('abort', stop)
      connection.destroy()
    },
  }
}

/** `?host=` may hold a socket path. */
const parseAddress = (url: string) => {
  if (!URL.canParse(url)) throw new Error('Invalid address. Use an address such as mysql://host:3306/database')
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const socketPath = searchParams.get('host') ?? ''
  const fields = {
    user: decodeEscapes(username),
    password: decodeEscapes(password),
    database: decodeEscapes(pathname.slice(1)),
  }
  return {
    ...(socketPath === ''
      ? { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port === '' ? 3306 : port) }
      : { socketPath }),
    ...Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== '')),
  }
}
