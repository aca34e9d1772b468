import type { Queryable } from './database.ts'

const enoughLogBytes = 8 * 2 ** 20

const logSql =
  'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()'

interface StaleTable {
  readonly name: string
  readonly rows: number
  readonly hasDeadRows: boolean
  readonly hasChangedRows: boolean
}

// Statistics are rows of pg_statistic: without a vacuum of its own it grows with every `analyze`.
const staleSql = `
  select * from (
    select format('%I.%I', schemaname, relname) as name, n_live_tup::float8 as rows,
           n_dead_tup > 50 + 0.2 * n_live_tup as "hasDeadRows",
           n_mod_since_analyze > 50 + 0.1 * n_live_tup and schemaname <> 'pg_catalog' as "hasChangedRows"
      from pg_stat_all_tables
     where schemaname not in ('pg_toast', 'information_schema')
  ) as tables
  where "hasDeadRows" or "hasChangedRows"`

/** Updates seldom change the distribution of values: a table that did not grow is analyzed again only after this time. */
const analyzeEveryMs = 300_000

const createAnalyzeRule = () => {
  const analyzed = new Map<string, { readonly rows: number; readonly atMs: number }>()
  return ({ name, rows, hasChangedRows }: StaleTable): boolean => {
    const last = analyzed.get(name)
    const atMs = performance.now()
    const isDue = last === undefined || rows > 2 * last.rows || atMs - last.atMs >= analyzeEveryMs
    if (hasChangedRows && isDue) analyzed.set(name, { rows, atMs })
    return hasChangedRows && isDue
  }
}

interface UpkeepOptions {
  readonly everyMs?: number
  readonly onFailure: (error: unknown) => void
}

/** PGlite runs no background checkpoints and no vacuum: without them the folder grows with every write. */
export const startUpkeep = (
  database: Queryable,
  { everyMs = 10_000, onFailure }: UpkeepOptions,
): (() => Promise<void>) => {
  const shouldAnalyze = createAnalyzeRule()
  let running: Promise<void> | undefined
  const keepUp = async (): Promise<void> => {
    const { rows: tables } = await database.query<StaleTable>(staleSql)
    for (const table of tables) {
      if (shouldAnalyze(table)) await database.query(`vacuum (analyze) ${table.name}`)
      else if (table.hasDeadRows) await database.query(`vacuum ${table.name}`)
    }
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
