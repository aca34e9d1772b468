import type { Database, Queryable } from './database.ts'

interface Table {
  readonly name: string
  readonly columns: string
}

const rowsAtOnce = 500

const listTables = async (database: Queryable): Promise<Table[]> => {
  const { rows } = await database.query<Table>(`
    select
      format('%I.%I', nspname, relname) as name,
      string_agg(format('%I', attname), ', ' order by attnum) as columns
    from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    join pg_attribute on attrelid = pg_class.oid
    where nspname in ('public', 'relay', 'identity') and relkind = 'r' and relname <> 'migrations'
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by 1
    order by 1`)
  return rows
}

const listForeignKeys = async (database: Queryable): Promise<string[]> => {
  const { rows } = await database.query<{ key: string }>(`
    select format('alter table %s alter constraint %I', conrelid::regclass, conname) as key
    from pg_constraint
    join pg_namespace on pg_namespace.oid = connamespace
    where contype = 'f' and nspname in ('public', 'relay', 'identity')`)
  return rows.map(({ key }) => key)
}

/**
 * Both databases must be migrated by this version. Triggers of the target are disabled, so that no change is
 * recorded twice.
 */
export const copyDatabase = async (source: Database, target: Database): Promise<number> => {
  const tables = await listTables(source)
  return target.transaction(async (transaction) => {
    const { rows: used } = await transaction.query<{ used: boolean }>(`
      select exists (select from canaries) or exists (select from playbooks) or exists (select from incidents)
        or exists (select from config_items) as used`)
    if (used[0]?.used !== false) {
      throw new Error('The target database is not empty. Copy into an empty one.')
    }
    // Rows reference each other in cycles, so foreign keys are checked at the end.
    const foreignKeys = await listForeignKeys(transaction)
    for (const key of foreignKeys) await transaction.query(`${key} deferrable initially deferred`)
    for (const { name } of tables) await transaction.query(`alter table ${name} disable trigger user`)
    for (const { name } of tables) await transaction.query(`delete from ${name}`)

    let copied = 0
    for (const { name, columns } of tables) copied += await copyTable(source, transaction, name, columns)

    await transaction.query('set constraints all immediate')
    for (const key of foreignKeys) await transaction.query(`${key} not deferrable`)
    for (const { name } of tables) await transaction.query(`alter table ${name} enable trigger user`)
    const { rows } = await source.query<{ last: number; called: boolean }>(
      'select last_value as last, is_called as called from incident_id_seq',
    )
    for (const { last, called } of rows)
      await transaction.query("select setval('incident_id_seq', $1, $2)", [last, called])
    return copied
  })
}

/** Pages by physical row position, which is stable only while nothing else writes to the source. */
const copyTable = async (source: Queryable, target: Queryable, name: string, columns: string): Promise<number> => {
  let copied = 0
  let last = '(0,0)'
  for (;;) {
    const { rows } = await source.query<{ batch: string; total: number; last: string | null }>(
      `select json_agg(part)::text as batch, count(*) as total, max(place)::text as last
       from (select ${columns}, ctid as place from ${name} where ctid > $1::tid order by ctid limit ${rowsAtOnce}) as part`,
      [last],
    )
    const [found] = rows
    if (found === undefined || found.last === null) return copied
    await target.query(
      `insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
      [found.batch],
    )
    copied += found.total
    last = found.last
  }
}
