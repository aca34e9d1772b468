import type { Queryable } from '#relay/database/database.ts'
import type { Inhibition, NotificationRule } from './rules.ts'
import type { Subject } from './subject.ts'

const usualDepth = 5
const leastMs = 3_600_000
const oppositeDirection = { outgoing: 'incoming', incoming: 'outgoing', all: 'all' } as const

interface Tied {
  readonly id: string
  readonly name: string
}

const configsSql = `
  select distinct config_items.id, coalesce(config_items.name, config_items.type) as name
    from unnest($1::uuid[]) as start
    cross join lateral relay.configs_within_reach(start, $2, false, $3, $4, $4) as reached
    join config_items on config_items.id = reached.id
   where config_items.type = $5`

const componentsSql = `
  with above as (
    select unnest(id::text || regexp_split_to_array(coalesce(path, ''), '[./]')) as id from components where id = any($1::uuid[])
  )
  select id, name from components
   where deleted_at is null and type = $2
     and (($3 in ('incoming', 'all') and id::text in (select id from above)) or
          ($3 in ('outgoing', 'all') and regexp_split_to_array(coalesce(path, ''), '[./]') && $1::text[]))`

const tiedTo = async (database: Queryable, subject: Subject, { direction, soft, depth, from }: Inhibition) => {
  const against = oppositeDirection[direction]
  const findStartIds = (kind: 'config' | 'component') =>
    subject.kind === kind ? [subject.target.id] : subject.kind === 'check' ? subject.within[kind] : []
  const [config, component] = [findStartIds('config'), findStartIds('component')]
  const found: Tied[] = []
  if (config.length > 0) {
    const relation = soft === true ? 'both' : 'hard'
    const { rows } = await database.query<Tied>(configsSql, [config, against, depth ?? usualDepth, relation, from])
    found.push(...rows)
  }
  if (component.length > 0) {
    const { rows } = await database.query<Tied>(componentsSql, [component, from, against])
    found.push(...rows)
  }
  return found.filter(({ id }) => id !== subject.target.id)
}

/**
 * Name of a related resource that was reported within the repeat interval (at least an hour), and not as healthy.
 * `planned` are the resources being reported now.
 */
export const inhibitedBy = async (
  database: Queryable,
  rule: NotificationRule,
  subject: Subject,
  planned: ReadonlySet<string>,
): Promise<string | undefined> => {
  const type = subject.target.type ?? ''
  for (const inhibition of rule.inhibitions) {
    const { to, from } = inhibition
    if (type === from || (to != null && to.length > 0 && !to.includes(type))) continue
    const tied = await tiedTo(database, subject, inhibition)
    if (tied.length === 0) continue
    const now = tied.find(({ id }) => planned.has(id))
    if (now !== undefined) return now.name
    const { rows } = await database.query<{ resource_id: string }>(
      `select resource_id from notification_send_history
        where notification_id = $1 and resource_id = any($2::uuid[]) and status in ('sent', 'pending', 'evaluating-waitfor')
          and source_event <> 'check.passed' and source_event not like '%.healthy'
          and created_at > now() - make_interval(secs => $3)
        order by created_at desc limit 1`,
      [rule.id, tied.map(({ id }) => id), Math.max(rule.repeatMs, leastMs) / 1_000],
    )
    const notified = tied.find(({ id }) => id === rows[0]?.resource_id)
    if (notified !== undefined) return notified.name
  }
  return undefined
}
