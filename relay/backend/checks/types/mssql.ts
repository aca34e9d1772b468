import type { Connection } from 'tedious'
import { unlessAborted } from '#relay/time-limit.ts'
import { filled } from '#relay/backend/clients/http/fill-variables.ts'
import { connectMssql } from '#relay/backend/clients/databases/mssql-connection.ts'
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
      const { rows, found } = await unlessAborted(ask(connection, query), run.signal)
      return sqlResult(spec, rows, found, Math.round(performance.now() - start))
    } finally {
      close()
    }
  },
})

interface Cell {
  readonly metadata: { readonly colName: string }
  readonly value: unknown
}

const ask = async (
  connection: Connection,
  text: string,
): Promise<{ rows: Record<string, unknown>[]; found: number }> => {
  const { Request } = await import('tedious')
  return new Promise((resolve, reject) => {
    const rows: Record<string, unknown>[] = []
    let found = 0
    const request = new Request(text, (error) => {
      if (error == null) resolve({ rows, found })
      else reject(error)
    })
    request.on('row', (cells: readonly Cell[]) => {
      found += 1
      if (rows.length < rowsMax)
        rows.push(Object.fromEntries(cells.map(({ metadata, value }) => [metadata.colName, value])))
    })
    connection.execSqlBatch(request)
  })
}
