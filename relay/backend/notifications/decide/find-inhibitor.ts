import { hourMs } from '#shared/primitives/time-units.ts'
import type { Queryable } from '#relay/database/database.ts'
import type { Inhibition, NotificationRule } from '#relay/backend/notifications/rules/rules.ts'
import type { Subject } from '#relay/backend/notifications/events/subject.ts'
import type { InhibitingSend, PlannedSend } from './send-rows.ts'

const usualDepth = 5
const leastMs = hourMs
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

/** The path of a component names those above it, the nearest last. */
const componentsSql = `
  with places as (
    select components.id, above.id as above, cardinality(path.ids) - above.place + 1 as distance
      from components
      cross join lateral (
        select array_remove(regexp_split_to_array(coalesce(path, ''), '[./]'), components.id::text) as ids) as path
      cross join lateral unnest(path.ids) with ordinality as above (id, place)
     where deleted_at is null and (components.id = any($1::uuid[]) or (type = $2 and path.ids && $1::text[]))
  )
  select id, name from components
   where deleted_at is null and type = $2
     and (id = any($1::uuid[])
       or ($3 in ('incoming', 'all') and id::text in (
            select above from places where places.id = any($1::uuid[]) and distance <= $4))
       or ($3 in ('outgoing', 'all') and id in (
            select places.id from places where above = any($1::text[]) and distance <= $4)))`

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
    const { rows } = await database.query<Tied>(componentsSql, [component, from, against, depth ?? usualDepth])
    found.push(...rows)
  }
  return found.filter(({ id }) => id !== subject.target.id)
}

export interface Inhibitor {
  readonly name: string
  readonly send: InhibitingSend
}

interface Others {
  /** Messages being planned, by resource. */
  readonly planned?: ReadonlyMap<string, PlannedSend>
  /** Resources of the same message. */
  readonly together?: ReadonlySet<string>
}

/** A related resource that was reported within the repeat interval (at least an hour), and not as healthy. */
export const findInhibitor = async (
  database: Queryable,
  rule: NotificationRule,
  subject: Subject,
  { planned = new Map(), together = new Set() }: Others = {},
): Promise<Inhibitor | undefined> => {
  const type = subject.target.type ?? ''
  for (const inhibition of rule.inhibitions) {
    const { to, from } = inhibition
    if (type === from || (to != null && to.length > 0 && !to.includes(type))) continue
    const tied = (await tiedTo(database, subject, inhibition)).filter(({ id }) => !together.has(id))
    if (tied.length === 0) continue
    for (const { id, name } of tied) {
      const send = planned.get(id)
      if (send !== undefined) return { name, send: { planned: send } }
    }
    const { rows } = await database.query<{ id: string; resource_id: string }>(
      `select id, resource_id from notification_send_history
        where notification_id = $1 and resource_id = any($2::uuid[])
          and status in ('sent', 'pending', 'evaluating-waitfor', 'attempting_fallback', 'pending_playbook_run', 'pending_playbook_completion')
          and source_event <> 'check.passed' and source_event not like '%.healthy'
          and created_at > now() - make_interval(secs => $3)
        order by created_at desc limit 1`,
      [rule.id, tied.map(({ id }) => id), Math.max(rule.repeatMs, leastMs) / 1_000],
    )
    const [row] = rows
    const notified = tied.find(({ id }) => id === row?.resource_id)
    if (row !== undefined && notified !== undefined) return { name: notified.name, send: { id: row.id } }
  }
  return undefined
}
