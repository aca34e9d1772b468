import type { Connection } from 'mysql2'
import { connectMysql } from '#relay/backend/clients/databases/mysql-connection.ts'
import { defineSqlCheck, rowsMax } from './sql-check.ts'

export const mysql = defineSqlCheck('mysql', async (spec, run) => {
  const { connection, close } = await connectMysql(spec, run)
  return { ask: (query, values) => ask(connection, query, values), close }
})

const ask = async (
  connection: Connection,
  text: string,
  values: readonly string[],
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
