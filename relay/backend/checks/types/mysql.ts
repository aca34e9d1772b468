import type { Connection } from 'mysql2'
import { abortOf } from './abort-of.ts'
import { defineCheckType } from './define-check-type.ts'
import { rowsMax, sqlEndpointOf, sqlResult, sqlSpec, type SqlSpec } from './sql-check.ts'
import { targetOf } from './target.ts'

/** Runs a query on a MySQL or MariaDB server, over a connection of its own. */
export const mysql = defineCheckType<SqlSpec>({
  key: 'mysql',
  spec: sqlSpec,
  endpointOf: sqlEndpointOf,
  run: async (spec, run) => {
    const { createConnection } = await import('mysql2')
    const { url, username, password } = await targetOf(spec, spec.url, run)
    const start = performance.now()
    const connection = createConnection({
      ...addressOf(url),
      ...(username === undefined ? {} : { user: username }),
      ...(password === undefined ? {} : { password }),
      connectTimeout: Math.max(1, Math.ceil(run.timeoutMs)),
    })
    const stop = (): void => connection.destroy()
    run.signal.addEventListener('abort', stop, { once: true })
    try {
      const { rows, found } = await Promise.race([ask(connection, spec.query ?? 'SELECT 1'), abortOf(run.signal)])
      return sqlResult(spec, rows, found, Math.round(performance.now() - start))
    } finally {
      run.signal.removeEventListener('abort', stop)
      connection.destroy()
    }
  },
})

/** Reads `mysql://user:password@host:port/database` and Go's `user:password@tcp(host:port)/database`. */
const addressOf = (
  url: string,
): { host: string; port: number; user?: string; password?: string; database?: string } => {
  const go = /^(?:([^:@/]*)(?::([^@]*))?@)?tcp\(([^:)]+)(?::(\d+))?\)\/([^?]*)/.exec(url)
  if (go !== null) {
    const [, user, password, host = '', port, database] = go
    return given({ host, port: Number(port ?? 3306), user, password, database })
  }
  if (!URL.canParse(url)) throw new Error('The address is none such as mysql://host:3306/database')
  const { hostname, port, username, password, pathname } = new URL(url)
  return given({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port === '' ? 3306 : port),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
  })
}

const given = (address: {
  host: string
  port: number
  user: string | undefined
  password: string | undefined
  database: string | undefined
}) => ({
  host: address.host,
  port: address.port,
  ...(address.user === undefined || address.user === '' ? {} : { user: address.user }),
  ...(address.password === undefined || address.password === '' ? {} : { password: address.password }),
  ...(address.database === undefined || address.database === '' ? {} : { database: address.database }),
})

const ask = async (connection: Connection, text: string): Promise<{ rows: Record<string, unknown>[]; found: number }> =>
  new Promise((resolve, reject) => {
    const rows: Record<string, unknown>[] = []
    let found = 0
    connection.on('error', reject)
    const query = connection.query(text)
    query.on('error', reject)
    query.on('result', (row: Record<string, unknown>) => {
      found += 1
      if (rows.length < rowsMax) rows.push({ ...row })
    })
    query.on('end', () => resolve({ rows, found }))
  })
