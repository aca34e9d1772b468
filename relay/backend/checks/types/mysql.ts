import type { Connection } from 'mysql2'
import { unlessAborted } from '#relay/time-limit.ts'
import { connectMysql } from '#relay/backend/clients/databases/mysql-connection.ts'
import { filled } from '#relay/backend/clients/http/fill-variables.ts'
import { defineCheckType } from './define-check-type.ts'
import { rowsMax, formatSqlEndpoint, sqlResult, sqlSpec, type SqlSpec } from './sql-check.ts'

export const mysql = defineCheckType<SqlSpec>({
  key: 'mysql',
  spec: sqlSpec,
  formatEndpoint: formatSqlEndpoint,
  run: async (spec, run) => {
    const query = await filled(spec.query ?? 'SELECT 1', {}, run.about)
    const start = performance.now()
    const { connection, close } = await connectMysql(spec, run)
    try {
      const { rows, found } = await unlessAborted(ask(connection, query, spec.values), run.signal)
      return sqlResult(spec, rows, found, Math.round(performance.now() - start))
    } finally {
      close()
    }
  },
})

const ask = async (
  connection: Connection,
  text: string,
  values: readonly string[] = [],
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
