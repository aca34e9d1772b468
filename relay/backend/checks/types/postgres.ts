import pg from 'pg'
import { connectPostgres } from '#relay/backend/clients/databases/postgres-connection.ts'
import { defineSqlCheck, rowsMax } from './sql-check.ts'

export const postgres = defineSqlCheck('postgres', async (spec, run) => {
  const { client, close } = await connectPostgres(spec, run, 'quarterdeck check')
  return { ask: (query, values) => ask(client, query, values), close }
})

/** Reads row by row and keeps only the first ones, so that a huge result does not fill memory. */
const ask = async (
  client: pg.Client,
  text: string,
  values: readonly string[],
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
