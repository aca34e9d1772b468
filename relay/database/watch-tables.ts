import { setTimeout as wait } from 'node:timers/promises'
import type { Queryable } from './database.ts'
import { quoteIdentifier } from './quote-identifier.ts'

export interface TableWatch {
  readonly tables: readonly string[]
  readonly onChange: (tables: readonly string[]) => void
  readonly onError: (error: unknown) => void
  readonly everyMs?: number
}

const defaultEveryMs = 750
/** A table up to this size is read as a whole each time, larger ones only by the counters of the server. */
const wholeBelowBytes = 256 * 1024
/** Leaves the connection idle for most of the time, however slow the database is. */
const idleShare = 10
const longestRetryMs = 30_000

interface Counted {
  readonly name: string
  readonly counter: string
  readonly isWhole: boolean
}

/** Sessions of the server report these counters up to 10 s late when they write twice within a second. */
const countersSql = `
  select c.relname as name, c.oid || ' ' || pg_stat_get_tuples_inserted(c.oid) || ' ' ||
      pg_stat_get_tuples_updated(c.oid) || ' ' || pg_stat_get_tuples_deleted(c.oid) as counter,
    pg_relation_size(c.oid) <= $2 and has_table_privilege(c.oid, 'select') as "isWhole"
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = any($1)
  order by c.relname`

const literal = (name: string): string => `'${name.replaceAll("'", "''")}'`

/** Every insert and update gives a row another xmin, whatever its columns are. */
const digestSql = (name: string): string =>
  `select ${literal(name)} as name, count(*) || ' ' || coalesce(sum(hashint8(xmin::text::bigint)), 0) as digest from public.${quoteIdentifier(name)}`

const readMarks = async (query: Queryable['query'], tables: readonly string[]): Promise<Map<string, string>> => {
  const { rows: counted } = await query<Counted>(countersSql, [tables, wholeBelowBytes])
  const whole = counted.filter(({ isWhole }) => isWhole)
  const { rows: read } =
    whole.length === 0
      ? { rows: [] }
      : await query<{ name: string; digest: string }>(whole.map(({ name }) => digestSql(name)).join(' union all '))
  // The counters of a table that is read as a whole would report a change a second time.
  return new Map([
    ...counted.map(({ name, counter }) => [name, counter] as const),
    ...read.map(({ name, digest }) => [name, digest] as const),
  ])
}

/** Reports changes of tables that have no trigger with NOTIFY. A failed attempt is repeated and loses no change. */
export const watchTables = (query: Queryable['query'], watch: TableWatch): (() => Promise<void>) => {
  const { tables, onChange, onError, everyMs = defaultEveryMs } = watch
  const ending = new AbortController()
  let known: ReadonlyMap<string, string> | undefined

  const look = async (): Promise<number> => {
    const startedMs = performance.now()
    const marks = await readMarks(query, tables)
    const before = known
    known = marks
    const changed = before === undefined ? [] : tables.filter((table) => marks.get(table) !== before.get(table))
    if (changed.length > 0 && !ending.signal.aborted) onChange(changed)
    return Math.max(everyMs, (performance.now() - startedMs) * idleShare)
  }
  const run = async (): Promise<void> => {
    for (let failures = 0; !ending.signal.aborted;) {
      let pauseMs: number
      try {
        pauseMs = await look()
        failures = 0
      } catch (error) {
        if (failures === 0 && !ending.signal.aborted) onError(error)
        failures += 1
        pauseMs = Math.min(everyMs * 2 ** Math.min(failures, 10), longestRetryMs)
      }
      await wait(pauseMs, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return async () => {
    ending.abort()
    await running
  }
}
