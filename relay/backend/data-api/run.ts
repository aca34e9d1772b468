import { z } from 'zod'
import { actorSetting } from '#relay/backend/rows/actor.ts'
import type { CompiledRead, CountKind } from '#relay/backend/data-api/sql/compile-read.ts'
import type { CompiledWrite } from '#relay/backend/data-api/sql/write-parts.ts'
import type { FinishedStatement } from '#relay/backend/data-api/sql/statement.ts'
import type { Queryable, Runner } from '#relay/database/database.ts'
import { explainReadOnly } from '#relay/database/server-outage.ts'
import { SqlError } from '#relay/database/sql-error.ts'

const readRow = z.object({ body: z.string(), count: z.number(), total: z.number().nullable() })
const writeRow = z.object({
  body: z.string().nullable(),
  count: z.number(),
  inserted: z.number(),
  outside: z.number(),
  ids: z.string().nullable(),
  key: z.string().nullable(),
})
const plan = z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })])

export type ReadOutcome = z.infer<typeof readRow>
export type WriteOutcome = z.infer<typeof writeRow>

interface TransactionSettings {
  readonly readOnly: boolean
  readonly timezone: string | undefined
  readonly actor?: string | undefined
}

export const inTransaction = async <T>(
  database: Runner,
  { readOnly, timezone, actor = '' }: TransactionSettings,
  work: (transaction: Queryable) => Promise<T>,
): Promise<T> => {
  const settings = [
    ['quarterdeck.actor', actorSetting(actor)],
    ...(readOnly ? [['transaction_read_only', 'on']] : []),
    ...(timezone === undefined ? [] : [['timezone', timezone]]),
  ]
  const setAll = settings.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`).join(', ')
  try {
    return await database.transaction(async (transaction) => {
      await transaction.query(`select ${setAll}`, settings.flat())
      return work(transaction)
    })
  } catch (error) {
    throw readOnly ? error : explainReadOnly(error)
  }
}

/**
 * A single SELECT runs without a transaction, which saves all round trips but one. The read may therefore call only
 * functions without side effects.
 */
export const inReadTransaction = <T>(
  database: Runner,
  settings: Omit<TransactionSettings, 'readOnly'>,
  work: (transaction: Queryable) => Promise<T>,
): Promise<T> =>
  settings.timezone === undefined ? work(database) : inTransaction(database, { ...settings, readOnly: true }, work)

const plannedTotal = async (transaction: Queryable, { matches }: CompiledRead): Promise<number> => {
  const { rows } = await transaction.query<{ 'QUERY PLAN': unknown }>(
    `explain (format json) ${matches.sql}`,
    matches.values,
  )
  const explained = rows[0]?.['QUERY PLAN']
  return plan.parse(typeof explained === 'string' ? JSON.parse(explained) : explained)[0].Plan['Plan Rows']
}

export const runStatement = async (
  transaction: Queryable,
  { sql, values, unknown }: FinishedStatement,
): Promise<Record<string, unknown> | undefined> => {
  try {
    return (await transaction.query(sql, values)).rows[0]
  } catch (error) {
    if (!(error instanceof SqlError)) throw error
    const number = /"?\?(\d+)"?/.exec(error.message)?.[1]
    const replaced = error.code === '42703' || error.code === '42704' ? unknown[Number(number) - 1] : undefined
    throw replaced ?? error
  }
}

export const runRead = async (
  transaction: Queryable,
  read: CompiledRead,
  { count, maxRows }: { count: CountKind | undefined; maxRows: number },
): Promise<ReadOutcome> => {
  const outcome = readRow.parse(await runStatement(transaction, read))
  if (count === 'planned') return { ...outcome, total: await plannedTotal(transaction, read) }
  if (count === 'estimated' && outcome.total !== null && outcome.total > maxRows) {
    return { ...outcome, total: Math.max(outcome.total, await plannedTotal(transaction, read)) }
  }
  return outcome
}

export const runWrite = async (transaction: Queryable, write: CompiledWrite): Promise<WriteOutcome> =>
  writeRow.parse(await runStatement(transaction, write))
