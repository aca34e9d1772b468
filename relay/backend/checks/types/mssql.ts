import { filled } from '#relay/backend/clients/http/fill-variables.ts'
import { connectMssql } from '#relay/backend/clients/databases/mssql-connection.ts'
import { mssqlRows } from '#relay/backend/clients/databases/mssql-rows.ts'
import { defineCheckType } from './define-check-type.ts'
import { rowsMax, formatSqlEndpoint, sqlResult, sqlSpec, type SqlSpec } from './sql-check.ts'

export const mssql = defineCheckType<SqlSpec>({
  key: 'mssql',
  spec: sqlSpec,
  formatEndpoint: formatSqlEndpoint,
  run: async (spec, run) => {
    const query = await filled(spec.query ?? 'SELECT 1', {}, run.about)
    const start = performance.now()
    const { connection, close } = await connectMssql(spec, run)
    try {
      const rows: Record<string, unknown>[] = []
      let found = 0
      for await (const row of mssqlRows(connection, { text: query, values: spec.values }, run.signal)) {
        found += 1
        if (rows.length < rowsMax) rows.push(row)
      }
      return sqlResult(spec, rows, found, Math.round(performance.now() - start))
    } finally {
      close()
    }
  },
})
