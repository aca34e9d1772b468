import type { Queryable } from '#relay/database/database.ts'
import type { NotificationRule } from '#relay/backend/notifications/rules/rules.ts'
import { isNoMember } from '#relay/backend/notifications/outbox/outbox.ts'

/** A rule that starts a playbook this often on one resource within the time is in a loop. */
export const loop = { most: 5, minutes: 10 } as const
export const flood = { most: 60, windowMs: 60_000 } as const

export interface Past {
  readonly lastSentAt: (rule: NotificationRule, event: string, key: string, nowMs: number) => number | undefined
  readonly getRate: (rule: NotificationRule, event: string) => number
  readonly countStarts: (rule: NotificationRule, resourceId: string) => number
  readonly note: (rule: NotificationRule, event: string, keys: readonly string[], atMs: number) => void
}

interface Seen {
  readonly rule: string
  readonly event: string
  readonly key: string
  readonly at: string
}

/** Its fallback was sent or is due. */
const hasFallback = `status in ('error', 'attempting_fallback') and exists (
  select from notification_send_history as fallback
   where fallback.parent_id = send.id and fallback.payload ->> 'isFallback' = 'true'
     and fallback.status in ('sent', 'pending', 'pending_playbook_completion'))`

const readSent = async (
  database: Queryable,
  rules: readonly NotificationRule[],
  keys: { readonly resources: readonly string[]; readonly hashes: readonly string[] },
) => {
  const repeating = rules.filter(({ repeatMs }) => repeatMs > 0)
  if (repeating.length === 0) return []
  const { rows } = await database.query<Seen>(
    `select notification_id as rule, source_event as event,
       case group_by_hash when '' then resource_id::text else group_by_hash end as key, max(created_at) as at
       from notification_send_history as send
      where notification_id = any($1::uuid[]) and (resource_id = any($2::uuid[]) or group_by_hash = any($3))
        and (status in ('sent', 'pending', 'evaluating-waitfor', 'pending_playbook_completion') or ${hasFallback})
        and parent_id is null
        -- A group that is still gathered is joined, whatever its interval.
        and not (group_by_hash <> '' and status = 'pending' and retries is null)
        and created_at > now() - make_interval(secs => $4)
      group by 1, 2, 3`,
    [
      repeating.map(({ id }) => id),
      keys.resources,
      keys.hashes,
      Math.max(...repeating.map(({ repeatMs }) => repeatMs)) / 1_000,
    ],
  )
  return rows
}

const readRates = async (database: Queryable, rules: readonly NotificationRule[]) => {
  const { rows } = await database.query<{ rule: string; event: string; things: number }>(
    `select notification_id as rule, source_event as event, count(distinct resource_id)::int as things
       from notification_send_history
      where notification_id = any($1::uuid[]) and created_at > now() - make_interval(secs => $2)
        and status not in ('silenced', 'repeat-interval', 'inhibited') and parent_id is null and ${isNoMember}
      group by 1, 2`,
    [rules.map(({ id }) => id), flood.windowMs / 1_000],
  )
  return rows
}

const readStarts = async (
  database: Queryable,
  rules: readonly NotificationRule[],
  resources: readonly string[],
): Promise<readonly { rule: string; resource: string; times: number }[]> => {
  const starting = rules.filter(({ recipients }) => recipients.some(({ kind }) => kind === 'playbook'))
  if (starting.length === 0) return []
  const { rows } = await database.query<{ rule: string; resource: string; times: number }>(
    `select notification_id as rule, resource_id as resource, count(*)::int as times
       from notification_send_history
      where notification_id = any($1::uuid[]) and resource_id = any($2::uuid[])
        and payload ->> 'recipientKind' = 'playbook' and created_at > now() - make_interval(mins => ${loop.minutes})
      group by 1, 2`,
    [starting.map(({ id }) => id), resources],
  )
  return rows
}

interface PastRows {
  readonly sent: readonly Seen[]
  readonly rates: readonly { readonly rule: string; readonly event: string; readonly things: number }[]
  readonly starts: readonly { readonly rule: string; readonly resource: string; readonly times: number }[]
}

const countUp = (counts: Map<string, number>, key: string) => void counts.set(key, (counts.get(key) ?? 0) + 1)

export const createPast = ({ sent: sentRows, rates: rateRows, starts: startRows }: PastRows): Past => {
  const lastSent = new Map(sentRows.map(({ rule, event, key, at }) => [`${rule} ${event} ${key}`, Date.parse(at)]))
  const rates = new Map(rateRows.map(({ rule, event, things }) => [`${rule} ${event}`, things]))
  const starts = new Map(startRows.map(({ rule, resource, times }) => [`${rule} ${resource}`, times]))
  return {
    lastSentAt: ({ id, repeatMs }, event, key, nowMs) => {
      const at = lastSent.get(`${id} ${event} ${key}`)
      return at !== undefined && at > nowMs - repeatMs ? at : undefined
    },
    getRate: ({ id }, event) => rates.get(`${id} ${event}`) ?? 0,
    countStarts: ({ id }, resourceId) => starts.get(`${id} ${resourceId}`) ?? 0,
    note: ({ id }, event, keys, atMs) => {
      countUp(rates, `${id} ${event}`)
      for (const key of new Set(keys)) {
        lastSent.set(`${id} ${event} ${key}`, atMs)
        countUp(starts, `${id} ${key}`)
      }
    },
  }
}

export const readPast = async (
  database: Queryable,
  rules: readonly NotificationRule[],
  { resources, hashes }: { readonly resources: readonly string[]; readonly hashes: readonly string[] },
): Promise<Past> =>
  createPast({
    sent: await readSent(database, rules, { resources, hashes }),
    rates: await readRates(database, rules),
    starts: await readStarts(database, rules, resources),
  })
