import type { Connection } from 'mysql2'
import { connectionUrl } from '#relay/config/connection-text.ts'
import { abortOf } from '#relay/backend/clients/abort-of.ts'
import { defineCheckType } from './define-check-type.ts'
import { rowsMax, sqlEndpointOf, sqlResult, sqlSpec, type SqlSpec } from './sql-check.ts'
import { targetOf } from '#relay/backend/clients/target.ts'

/** Runs a query on a MySQL or MariaDB server, over a connection of its own. */
export const mysql = defineCheckType<SqlSpec>({
  key: 'mysql',
  spec: sqlSpec,
  endpointOf: sqlEndpointOf,
  run: async (spec, run) => {
    const { createConnection } = await import('mysql2')
    const { url, username, password } = await targetOf(spec, spec.url, run, connectionUrl('mysql'))
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
      const { rows, found } = await Promise.race([
        ask(connection, spec.query ?? 'SELECT 1', spec.values),
        abortOf(run.signal),
      ])
      return sqlResult(spec, rows, found, Math.round(performance.now() - start))
    } finally {
      run.signal.removeEventListener('abort', stop)
      connection.destroy()
    }
  },
})

/** Reads `mysql://user:password@host:port/database`, where a socket's path may stand in `host=…` instead. */
const addressOf = (url: string) => {
  if (!URL.canParse(url)) throw new Error('The address is none such as mysql://host:3306/database')
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const socketPath = searchParams.get('host') ?? ''
  const given = {
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
  }
  return {
    ...(socketPath === ''
      ? { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port === '' ? 3306 : port) }
      : { socketPath }),
    ...Object.fromEntries(Object.entries(given).filter(([, text]) => text !== '')),
  }
}

const ask = async (
  connection: Connection,
  text: string,
  values: readonly string[] = [],
): Promise<{ rows: Record<string, unknown>[]; found: number }> =>
  new Promise((resolve, reject) => {
    const rows: Record<string, unknown>[] = []
    let found = 0
    connection.on('error', reject)
    const query = values.length === 0 ? connection.query(text) : connection.execute(text, [...values])
    query.on('error', reject)
    query.on('result', (row: Record<string, unknown>) => {
      found += 1
      if (rows.length < rowsMax) rows.push({ ...row })
    })
    query.on('end', () => resolve({ rows, found }))
  })
