import type { Connection } from 'mysql2'
import { z } from 'zod'
import { filledText } from '#shared/primitives/document-scalars.ts'
import { envVar, type SignIn } from '#relay/backend/clients/run/fields.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { connectMssql } from '#relay/backend/clients/databases/mssql-connection.ts'
import { mssqlRows } from '#relay/backend/clients/databases/mssql-rows.ts'
import { connectMysql } from '#relay/backend/clients/databases/mysql-connection.ts'
import { connectPostgres } from '#relay/backend/clients/databases/postgres-connection.ts'
import { shownAddress, resolveTarget } from '#relay/backend/clients/run/target.ts'
import { RequestWorker } from '#relay/request-worker.ts'
import type { SqliteResponse, SqliteQuery } from './sqlite-worker.ts'
import { resolvePath } from '#relay/backend/clients/run/resolve-path.ts'
import type { ScrapeContext, ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'

const drivers = ['postgres', 'mysql', 'mssql', 'sqlite'] as const
type Driver = (typeof drivers)[number]
const schemes: Readonly<Record<string, Driver>> = {
  postgres: 'postgres',
  postgresql: 'postgres',
  mysql: 'mysql',
  mariadb: 'mysql',
  mssql: 'mssql',
  sqlserver: 'mssql',
  sqlite: 'sqlite',
  sqlite3: 'sqlite',
  file: 'sqlite',
}

const spec = z.strictObject({
  connection: z.string().min(1),
  auth: z.strictObject({ username: envVar.optional(), password: secret(envVar).optional() }).optional(),
  driver: z
    .string()
    .transform((name, context): Driver => {
      const driver = schemes[name.toLowerCase()]
      if (driver !== undefined) return driver
      context.addIssue({ code: 'custom', message: `must be one of ${drivers.join(', ')}, not "${name}"` })
      return z.NEVER
    })
    .optional(),
  query: filledText,
})
type SqlSpec = z.infer<typeof spec>
type Row = Readonly<Record<string, unknown>>

const atOnce = 500
const memoryMb = 256

/** PostgreSQL runs in a read-only transaction, SQLite in a worker thread where Node supports it. */
export const sql: ScraperType<SqlSpec> = {
  key: 'sql',
  yieldsRows: true,
  spec,
  defaultType: 'SQL',
  describeEndpoint: ({ connection }) => shownAddress(connection),
  async *scrape({ connection, auth, driver, query }, run) {
    const signIn = { connection, ...(auth !== undefined && { authentication: auth }) }
    const rows = { postgres: postgresRows, mysql: mysqlRows, mssql: readMssql, sqlite: sqliteRows }[
      driver ?? (await resolveDriver(connection, run))
    ]
    for await (const row of rows(signIn, query, run)) yield { kind: 'item', config: toJson(row), known: {} }
  },
}

const findDriver = (address: string): Driver | undefined =>
  schemes[/^(?:jdbc:)?([a-z0-9]+):/i.exec(address)?.[1]?.toLowerCase() ?? '']

/**
 * Security: a SQLite file needs an explicit driver, because the permission to write such a scraper is checked by
 * that field.
 */
const resolveDriver = async (connection: string, run: ClientRun): Promise<Driver> => {
  const { url } = await resolveTarget({ connection }, undefined, run)
  const driver = findDriver(url)
  if (driver === undefined) throw new Error(`The address does not indicate ${drivers.join(' or ')}. Set driver`)
  if (driver === 'sqlite' && findDriver(connection) !== 'sqlite')
    throw new Error('The connection refers to a SQLite file. Set driver in the scraper')
  return driver
}

const toJson = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]): [string, unknown] => {
      if (Buffer.isBuffer(value)) return [name, value.toString('base64')]
      if (value instanceof Date) return [name, Number.isNaN(value.getTime()) ? null : value.toISOString()]
      return [name, typeof value === 'bigint' ? String(value) : value]
    }),
  )

/** A cursor bounds the rows in memory. */
async function* postgresRows(signIn: SignIn, query: string, run: ClientRun): AsyncGenerator<Row> {
  const { client, close } = await connectPostgres(signIn, run, 'quarterdeck scraper')
  try {
    await client.query('begin read only')
    await client.query(`declare scraped no scroll cursor for ${query.trim().replace(/;$/, '')}`)
    for (;;) {
      const { rows } = await client.query<Row>(`fetch ${atOnce} from scraped`)
      yield* rows
      if (rows.length < atOnce) return
    }
  } finally {
    close()
  }
}

async function* mysqlRows(signIn: SignIn, query: string, run: ClientRun): AsyncGenerator<Row> {
  const { connection, close } = await connectMysql(signIn, run)
  try {
    yield* streamed(connection, query)
  } finally {
    close()
  }
}

async function* readMssql(signIn: SignIn, query: string, run: ClientRun): AsyncGenerator<Row> {
  const { connection, close } = await connectMssql(signIn, run)
  try {
    yield* mssqlRows(connection, { text: query }, run.signal)
  } finally {
    close()
  }
}

const sqlitePath = (address: string, context: ScrapeContext): string =>
  resolvePath(address.replace(/^(?:sqlite3?|file):(?:\/\/)?/i, ''), context)

async function* sqliteRows(signIn: SignIn, query: string, run: ScrapeContext): AsyncGenerator<Row> {
  const { url } = await resolveTarget(signIn, undefined, run)
  const path = sqlitePath(url, run)
  if (await run.isHidden(path)) throw new Error('This file cannot be read: access denied')
  const workerData: SqliteQuery = { path, query }
  const thread = new RequestWorker<null, SqliteResponse>({
    moduleUrl: import.meta.url,
    name: 'sqlite-worker',
    input: workerData,
    memoryMb,
  })
  const stop = () => void thread.close()
  run.signal.addEventListener('abort', stop)
  try {
    for (;;) {
      const response = await thread.ask(null)
      if (response.kind === 'refused') throw new Error(response.reason)
      yield* response.rows
      if (response.isLast) return
    }
  } finally {
    run.signal.removeEventListener('abort', stop)
    await thread.close()
  }
}

const streamed = (connection: Connection, query: string): AsyncIterable<Row> => {
  const rows = connection.query(query).stream({ highWaterMark: atOnce })
  // A lost connection is not reported to the query. Without a listener it would end the process.
  connection.on('error', (error) => rows.destroy(error))
  return rows
}
