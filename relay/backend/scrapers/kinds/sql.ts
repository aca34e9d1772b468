import type { Connection } from 'mysql2'
import { z } from 'zod'
import { envVar } from '#relay/backend/checks/types/fields.ts'
import type { ClientRun } from '#relay/backend/clients/client-run.ts'
import { connectMysql } from '#relay/backend/clients/mysql-connection.ts'
import { connectPostgres } from '#relay/backend/clients/postgres-connection.ts'
import { shownAddress, targetOf } from '#relay/backend/clients/target.ts'
import type { ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'

const drivers = ['postgres', 'mysql'] as const
type Driver = (typeof drivers)[number]
const schemes: Readonly<Record<string, Driver>> = {
  postgres: 'postgres',
  postgresql: 'postgres',
  mysql: 'mysql',
  mariadb: 'mysql',
}

const spec = z.strictObject({
  connection: z.string().min(1),
  auth: z.strictObject({ username: envVar.optional(), password: secret(envVar).optional() }).optional(),
  driver: z
    .string()
    .transform((name, context): Driver => {
      const driver = schemes[name.toLowerCase()]
      if (driver !== undefined) return driver
      context.addIssue({ code: 'custom', message: `must be one of ${drivers.join(', ')}, and is "${name}"` })
      return z.NEVER
    })
    .optional(),
  query: z.string().refine((text) => text.trim() !== '', 'must not be empty'),
})
type SqlSpec = z.infer<typeof spec>
type Row = Readonly<Record<string, unknown>>

const atOnce = 500

/** Each row that a query finds is an item. On PostgreSQL it is read in a transaction that writes nothing. */
export const sql: ScraperType<SqlSpec> = {
  key: 'sql',
  spec,
  defaultType: 'SQL',
  endpointOf: ({ connection }) => shownAddress(connection),
  async *scrape({ connection, auth, driver, query }, run) {
    const signIn = { connection, ...(auth === undefined ? {} : { authentication: auth }) }
    const rows = { postgres: postgresRows, mysql: mysqlRows }[driver ?? (await driverOf(connection, run))]
    for await (const row of rows(signIn, query, run)) yield { kind: 'item', config: jsonOf(row), known: {} }
  },
}

/** What speaks to an address by its scheme. */
const driverOf = async (connection: string, run: ClientRun): Promise<Driver> => {
  const { url } = await targetOf({ connection }, undefined, run)
  const [, scheme = ''] = /^(?:jdbc:)?([a-z]+):/i.exec(url) ?? []
  const driver = schemes[scheme.toLowerCase()]
  if (driver === undefined)
    throw new Error(`The address does not say whether it is ${drivers.join(' or ')}; name the driver`)
  return driver
}

/** Times become texts, bytes base64, numbers beyond what JSON holds texts. */
const jsonOf = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]): [string, unknown] => {
      if (Buffer.isBuffer(value)) return [name, value.toString('base64')]
      if (value instanceof Date) return [name, Number.isNaN(value.getTime()) ? null : value.toISOString()]
      return [name, typeof value === 'bigint' ? String(value) : value]
    }),
  )

/** A cursor hands rows over as they are asked for, however many there are. */
async function* postgresRows(
  signIn: Parameters<typeof connectPostgres>[0],
  query: string,
  run: ClientRun,
): AsyncGenerator<Row> {
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

async function* mysqlRows(
  signIn: Parameters<typeof connectMysql>[0],
  query: string,
  run: ClientRun,
): AsyncGenerator<Row> {
  const { connection, close } = await connectMysql(signIn, run)
  try {
    yield* streamed(connection, query)
  } finally {
    close()
  }
}

const streamed = (connection: Connection, query: string): AsyncIterable<Row> =>
  connection.query(query).stream({ highWaterMark: atOnce })
