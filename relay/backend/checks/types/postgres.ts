import { Socket } from 'node:net'
import pg from 'pg'
import { connectionUrl } from '#relay/config/connection-text.ts'
import { defineCheckType } from './define-check-type.ts'
import { rowsMax, sqlEndpointOf, sqlResult, sqlSpec, type SqlSpec } from './sql-check.ts'
import { targetOf } from '#relay/backend/clients/target.ts'

/** Runs a query on a PostgreSQL server, over a connection of its own. */
export const postgres = defineCheckType<SqlSpec>({
  key: 'postgres',
  spec: sqlSpec,
  endpointOf: sqlEndpointOf,
  run: async (spec, run) => {
    const { url, username, password } = await targetOf(spec, spec.url, run, connectionUrl('postgres'))
    const socket = new Socket()
    const stop = (): void => void socket.destroy()
    run.signal.addEventListener('abort', stop, { once: true })
    const client = new pg.Client({
      connectionString: withLogin(asLibpq(url), username, password),
      stream: () => socket,
      application_name: 'quarterdeck check',
      statement_timeout: Math.max(1, Math.ceil(run.timeoutMs)),
    })
    /** A connection that breaks rejects the query as well; without a listener the event would end the process. */
    client.on('error', () => undefined)
    const start = performance.now()
    try {
      await client.connect()
      const { rows, found } = await ask(client, spec.query ?? 'SELECT 1', spec.values)
      return sqlResult(spec, rows, found, Math.round(performance.now() - start))
    } finally {
      run.signal.removeEventListener('abort', stop)
      socket.destroy()
    }
  },
})

/** The driver takes `sslmode=require` for more than libpq does, by which the documents that say it were written. */
const asLibpq = (url: string): string =>
  url.includes('sslmode=') && !url.includes('uselibpqcompat=') ? `${url}&uselibpqcompat=true` : url

/** The driver reads the login out of the address alone when there is one: what the check says must stand in it. */
const withLogin = (url: string, username: string | undefined, password: string | undefined): string => {
  const [, scheme = '', user = '', word, rest = ''] =
    /^([a-z]+:\/\/)(?:([^:@/?#]*)(?::([^@/?#]*))?@)?(.*)$/is.exec(url) ?? []
  if (scheme === '' || (username === undefined && password === undefined)) return url
  const name = username === undefined ? user : encodeURIComponent(username)
  const secret = password === undefined ? word : encodeURIComponent(password)
  return `${scheme}${name}${secret === undefined ? '' : `:${secret}`}@${rest}`
}

/** Takes the rows as they come and keeps the first ones only, so that a huge result fills no memory. */
const ask = async (
  client: pg.Client,
  text: string,
  values: readonly string[] = [],
): Promise<{ rows: Record<string, unknown>[]; found: number }> =>
  new Promise((resolve, reject) => {
    const rows: Record<string, unknown>[] = []
    let found = 0
    const query = client.query(new pg.Query<Record<string, unknown>>(text, [...values]))
    query.on('row', (row: Record<string, unknown>) => {
      found += 1
      if (rows.length < rowsMax) rows.push(row)
    })
    query.once('error', reject)
    query.once('end', () => resolve({ rows, found }))
  })
