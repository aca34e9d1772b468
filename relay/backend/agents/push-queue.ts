import { localAgent } from '#shared/agents/local-agent.ts'
import { pushedTables, type PushedTable } from '#relay/backend/agents/pushed-tables.ts'
import type { Database, Queryable } from '#relay/database/database.ts'

export interface WaitingRow {
  readonly row: Readonly<Record<string, unknown>>
  readonly mark: string
}

const flaggedNames = pushedTables.flatMap(({ name, isFlagged }) => (isFlagged ? [name] : []))

const listColumns = ({ key, refs, columns }: PushedTable): string[] => [
  ...new Set([...key, ...Object.keys(refs), ...Object.keys(columns)]),
]

const isReady = ({ refs, hasAgent }: PushedTable): string =>
  [
    ...(hasAgent ? [`own.agent_id = '${localAgent}'`] : []),
    ...Object.entries(refs).map(
      ([column, relation]) =>
        `(own.${column} is null or exists (select from ${relation} above where above.id = own.${column}
            and above.is_pushed and above.agent_id = '${localAgent}'))`,
    ),
  ].join(' and ') || 'true'

const keyExpression = ({ key }: PushedTable): string =>
  key.map((column) => `coalesce(own.${column}::text, '')`).join(` || ' ' || `)

const waiting = (table: PushedTable): string =>
  table.isFlagged
    ? `from ${table.name} own where not own.is_pushed and ${isReady(table)}`
    : `from ${table.name} own
         left join relay.pushed_links known on known.relation = '${table.name}' and known.key = ${keyExpression(table)}
        where (known.key is null or known.deleted_at is distinct from own.deleted_at) and ${isReady(table)}`

export const readWaiting = async (database: Queryable, table: PushedTable, limit: number): Promise<WaitingRow[]> => {
  const mark = table.isFlagged ? `own.ctid::text || ' ' || own.xmin::text` : keyExpression(table)
  const columns = listColumns(table).map((column) =>
    table.columns[column] === 'json' ? `own.${column}::text as ${column}` : `own.${column}`,
  )
  const { rows } = await database.query<Record<string, unknown> & { quarterdeck_mark: string }>(
    `select ${columns.join(', ')}, ${mark} as quarterdeck_mark ${waiting(table)}
      order by own.${table.sortedBy} limit ${limit}`,
  )
  return rows.map(({ quarterdeck_mark: rowMark, ...row }) => ({ row, mark: rowMark }))
}

/** A row that changed since it was read no longer matches its mark and stays queued. */
export const markPushed = async (
  database: Queryable,
  { name, isFlagged }: PushedTable,
  rows: readonly WaitingRow[],
): Promise<void> => {
  if (isFlagged) {
    await database.query(
      `update ${name} as own set is_pushed = true
         from unnest($1::text[]) as sent (mark)
        where own.ctid = split_part(sent.mark, ' ', 1)::tid and own.xmin::text = split_part(sent.mark, ' ', 2)`,
      [rows.map(({ mark }) => mark)],
    )
    return
  }
  await database.query(
    `insert into relay.pushed_links (relation, key, deleted_at)
     select $1, key, deleted_at from unnest($2::text[], $3::timestamptz[]) as sent (key, deleted_at)
     on conflict (relation, key) do update set deleted_at = excluded.deleted_at`,
    [name, rows.map(({ mark }) => mark), rows.map(({ row }) => row['deleted_at'] ?? null)],
  )
}

export const queueAgain = async (database: Queryable, relation: string, ids: readonly string[]): Promise<void> => {
  if (!flaggedNames.includes(relation)) return
  await database.query(`update ${relation} set is_pushed = false where id::text = any($1::text[])`, [ids])
}

export const startOver = async (database: Database, agentId: string): Promise<boolean> =>
  database.transaction(async (transaction) => {
    const { rows } = await transaction.query<{ agent_id: string }>('select agent_id from relay.push_state for update')
    if (rows[0]?.agent_id === agentId) return false
    for (const name of flaggedNames) {
      const own =
        pushedTables.find((table) => table.name === name)?.hasAgent === true ? ` and agent_id = '${localAgent}'` : ''
      await transaction.query(`update ${name} set is_pushed = false where is_pushed${own}`)
    }
    await transaction.query('delete from relay.pushed_links')
    await transaction.query('delete from relay.push_losses')
    await transaction.query(
      `insert into relay.push_state (agent_id) values ($1)
       on conflict (is_only) do update set agent_id = excluded.agent_id`,
      [agentId],
    )
    return true
  })

export const keepQueue = async (database: Queryable, isOn: boolean): Promise<void> => {
  await database.query('select relay.follow_for_upstream($1)', [isOn])
}

export const noteLoss = async (database: Queryable, relation: string, reason: string, count: number): Promise<void> => {
  await database.query(
    `insert into relay.push_losses (relation, reason, count) values ($1, $2, $3)
     on conflict (relation, reason) do update set count = push_losses.count + $3, last_at = now()`,
    [relation, reason, count],
  )
}

interface Loss {
  readonly relation: string
  readonly reason: string
  readonly count: number
  readonly last_at: string
}

export const readLosses = async (database: Queryable): Promise<Loss[]> =>
  (await database.query<Loss>('select relation, reason, count, last_at from relay.push_losses order by last_at desc'))
    .rows

export const countWaiting = async (database: Queryable): Promise<number> => {
  const counts = pushedTables.map((table) => {
    if (!table.isFlagged) return `(select count(*) ${waiting(table)})`
    const own = table.hasAgent ? ` and agent_id = '${localAgent}'` : ''
    return `(select count(*) from ${table.name} where not is_pushed${own})`
  })
  const { rows } = await database.query<{ count: number }>(`select ${counts.join(' + ')} as count`)
  return rows[0]?.count ?? 0
}
