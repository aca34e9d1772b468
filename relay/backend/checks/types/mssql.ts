import type { Connection } from 'tedious'
import { connectMssql } from '#relay/backend/clients/databases/mssql-connection.ts'
import { defineSqlCheck, rowsMax } from './sql-check.ts'

export const mssql = defineSqlCheck('mssql', async (spec, run) => {
  const { connection, close } = await connectMssql(spec, run)
  return { ask: (query) => ask(connection, query), close }
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
