import type { Queryable } from './database.ts'

const enoughLogBytes = 8 * 2 ** 20

const logSql =
  'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()'

const staleSql = `
  select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
   where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup`

export interface UpkeepOptions {
  readonly everyMs?: number
  readonly onFailure: (error: unknown) => void
}

/** PGlite runs no background checkpoints and no vacuum: without them the folder grows with every write. */
export const startUpkeep = (
  database: Queryable,
  { everyMs = 10_000, onFailure }: UpkeepOptions,
): (() => Promise<void>) => {
  let running: Promise<void> | undefined
  const keepUp = async (): Promise<void> => {
    const { rows: tables } = await database.query<{ name: string }>(staleSql)
    for (const { name } of tables) await database.query(`vacuum (analyze) ${name}`)
    const { rows } = await database.query<{ bytes: number }>(logSql)
    if ((rows[0]?.bytes ?? 0) > enoughLogBytes) await database.query('checkpoint')
  }
  const timer = setInterval(() => {
    running ??= keepUp()
      .catch(onFailure)
      .finally(() => {
        running = undefined
      })
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
