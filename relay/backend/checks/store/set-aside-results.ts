import type { FastifyBaseLogger } from 'fastify'
import type { Queryable } from '#relay/database/database.ts'

const tables = { check_statuses: 'time', check_statuses_1h: 'created_at', check_statuses_1d: 'created_at' } as const
const ofChecks = ['last_runtime', 'next_runtime', 'last_transition_time']
const isUnreal = (column: string): string => `(${column} > '9999-12-31' or ${column} < '0001-01-01')`

/** Times such as `infinity` or the year 200000 cannot be rolled up and would prevent the checks from starting. */
export const setAsideResults = async (database: Queryable, log: FastifyBaseLogger): Promise<void> => {
  for (const [table, time] of Object.entries(tables)) {
    const { affectedRows } = await database.query(`delete from ${table} where ${isUnreal(time)}`)
    if (affectedRows > 0) log.warn({ table, rows: affectedRows }, 'removed results with invalid times')
  }
  const real = ofChecks.map((column) => `${column} = case when not ${isUnreal(column)} then ${column} end`)
  await database.query(`update checks set ${real.join(', ')} where ${ofChecks.map(isUnreal).join(' or ')}`)
}
