import pg from 'pg'
import { connectPostgres } from '#relay/backend/clients/databases/postgres-connection.ts'
import { filled } from '#relay/backend/clients/http/fill-variables.ts'
import { defineCheckType } from './define-check-type.ts'
import { rowsMax, formatSqlEndpoint, sqlResult, sqlSpec, type SqlSpec } from './sql-check.ts'

export const postgres = defineCheckType<SqlSpec>({
  key: 'postgres',
  spec: sqlSpec,
  formatEndpoint: formatSqlEndpoint,
  run: async (spec, run) => {
    const query = await filled(spec.query ?? 'SELECT 1', {}, run.about)
    const start = performance.now()
    const { client, close } = await connectPostgres(spec, run, 'quarterdeck check')
    try {
      const { rows, found } = await ask(client, query, spec.values)
      return sqlResult(spec, rows, found, Math.round(performance.now() - start))
    } finally {
      close()
    }
  },
})

/** Reads row by row and keeps only the first ones, so that a huge result does not fill memory. */
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
