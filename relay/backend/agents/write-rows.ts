import type { PushedTable } from '#relay/backend/agents/pushed-tables.ts'
import type { ReportedRow } from '#relay/backend/agents/read-rows.ts'
import { storableJson } from '#relay/backend/rows/storable-json.ts'
import type { Queryable } from '#relay/database/database.ts'

type Missing = ReadonlyMap<string, ReadonlySet<string>>

export const sortOut = async (
  database: Queryable,
  { refs }: PushedTable,
  rows: readonly ReportedRow[],
): Promise<{ readonly whole: readonly ReportedRow[]; readonly missing: Missing }> => {
  const missing = new Map<string, Set<string>>()
  let whole = rows
  for (const [column, relation] of Object.entries(refs)) {
    const ids = new Set(whole.flatMap((row) => (typeof row[column] === 'string' ? [row[column]] : [])))
    if (ids.size === 0) continue
    const found = await database.query<{ id: string }>(`select id from ${relation} where id = any($1::uuid[])`, [
      [...ids],
    ])
    for (const { id } of found.rows) ids.delete(id)
    if (ids.size === 0) continue
    missing.set(relation, new Set([...(missing.get(relation) ?? []), ...ids]))
    whole = whole.filter((row) => !ids.has(String(row[column])))
  }
  return { whole, missing }
}

const since = new Set(['created_at', 'first_observed'])

const defaultsByTable = new Map<string, ReadonlyMap<string, string>>()

/** SQL of the default of each column that must not be null. */
const readDefaults = async (database: Queryable, table: string): Promise<ReadonlyMap<string, string>> => {
  const known = defaultsByTable.get(table)
  if (known !== undefined) return known
  const { rows } = await database.query<{ column: string; sql: string }>(
    `select attname as column, pg_get_expr(adbin, adrelid) as sql
       from pg_attribute join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = $1::regclass and attnotnull and attgenerated = ''`,
    [table],
  )
  const defaults = new Map(rows.map(({ column, sql }) => [column, sql]))
  defaultsByTable.set(table, defaults)
  return defaults
}

export const writeRows = async (
  database: Queryable,
  agentId: string,
  { name, key, refs, columns, isFlagged, hasAgent, hasSource }: PushedTable,
  rows: readonly ReportedRow[],
): Promise<string[]> => {
  if (rows.length === 0) return []
  const [first = 'id'] = key
  const columnNames = [...new Set([...key, ...Object.keys(refs), ...Object.keys(columns)])]
  const fixed = [
    ...(hasAgent ? [['agent_id', '$2::uuid']] : []),
    ...(isFlagged ? [['is_pushed', 'true']] : []),
    ...(hasSource ? [['source', `'Push'`]] : []),
  ] as const
  const changing = columnNames.filter((column) => !key.includes(column) && !since.has(column))
  const list = (prefix: string) => `(${changing.map((column) => `${prefix}.${column}`).join(', ')})`
  const defaults = await readDefaults(database, name)
  const values = columnNames.map((column) => {
    const byDefault = since.has(column) ? 'now()' : defaults.get(column)
    return byDefault === undefined ? `given.${column}` : `coalesce(given.${column}, ${byDefault})`
  })
  const { rows: written } = await database.query<Record<string, string>>(
    `insert into ${name} (${[...columnNames, ...fixed.map(([column]) => column)].join(', ')})
     select ${[...values, ...fixed.map(([, value]) => value)].join(', ')}
       from jsonb_populate_recordset(null::${name}, $1::jsonb) as given
     on conflict (${key.join(', ')}) do update
        set ${[...changing, ...(isFlagged ? ['is_pushed'] : [])].map((column) => `${column} = excluded.${column}`).join(', ')}
      where ${list(name)} is distinct from ${list('excluded')}
     returning ${first}`,
    hasAgent ? [storableJson(rows), agentId] : [storableJson(rows)],
  )
  return [...new Set(written.map((row) => row[first] ?? ''))]
}
