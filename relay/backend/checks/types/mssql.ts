import type { Connection } from 'tedious'
import { connectMssql } from '#relay/backend/clients/databases/mssql-connection.ts'
import { mssqlRows, type MssqlQuery } from '#relay/backend/clients/databases/mssql-rows.ts'
import { defineSqlCheck, rowsMax } from './sql-check.ts'

export const mssql = defineSqlCheck('mssql', async (spec, run) => {
  const { connection, close } = await connectMssql(spec, run)
  return { ask: (text, values) => ask(connection, { text, values }, run.signal), close }
})

const ask = async (
  connection: Connection,
  query: MssqlQuery,
  signal: AbortSignal,
): Promise<{ rows: Record<string, unknown>[]; found: number }> => {
  const rows: Record<string, unknown>[] = []
  let found = 0
  for await (const row of mssqlRows(connection, query, signal)) {
    found += 1
    if (rows.length < rowsMax) rows.push(row)
  }
  return { rows, found }
}
