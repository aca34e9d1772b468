import type { Observed } from '#shared/incidents/timeline-parts.ts'
import type { Queryable } from '#relay/database/database.ts'

const overlapMs = 120_000
/** Interval for reading the whole window again: an agent may deliver results that are hours old. */
const fullReadMs = 300_000
const cacheMax = 50

export interface TurnWindow {
  readonly checks: readonly string[]
  readonly from: string
  readonly to: string | null
}

interface Known {
  readonly window: string
  readonly upToMs: number
  readonly wholeAtMs: number
  readonly turns: readonly Observed[]
}

const before = {
  inSpan: 'lag(status) over (partition by check_id order by time)',
  stored: `(select status from check_statuses earlier where earlier.check_id = given.check_id and earlier.time < given.time
             order by earlier.time desc limit 1)`,
} as const

const toSql = (was: string, most: number) => `
  select turns.check_id || ' ' || extract(epoch from time)::text as id, 'check' as about, time as at, null as who,
         coalesce(checks.name, turns.check_id::text) as name, left(says, 500) as says,
         case when turns.status then 'well' else 'badly' end as went, turns.check_id as ref, null as config_id,
         turns.check_id as thing_id
    from (select check_id, time, status, coalesce(nullif(error, ''), message, '') as says, ${was} as was
            from check_statuses given
           where check_id = any($1::uuid[]) and time >= $2 and time <= coalesce($3, now()) and invalid is not true) turns
    join checks on checks.id = turns.check_id
   where turns.status is distinct from was and (was is not null or not turns.status)
   order by time desc limit ${most}`

export const createTurnReader = (database: Queryable, most: number) => {
  const known = new Map<string, Known>()
  return async (incidentId: string, { checks, from, to }: TurnWindow): Promise<readonly Observed[]> => {
    if (checks.length === 0) return []
    const upToMs = Date.now() - overlapMs
    const window = JSON.stringify([checks.toSorted(), from, to])
    const last = known.get(incidentId)
    const isKnown = last !== undefined && last.window === window && Date.now() - last.wholeAtMs < fullReadMs
    const wholeAtMs = isKnown ? last.wholeAtMs : Date.now()
    const since = isKnown ? new Date(last.upToMs).toISOString() : from
    const { rows } = await database.query<Observed>(toSql(isKnown ? before.stored : before.inSpan, most), [
      checks,
      since,
      to,
    ])
    const older = isKnown ? last.turns.filter(({ at }) => Date.parse(at) < last.upToMs) : []
    const turns = [...rows, ...older].slice(0, most)
    known.delete(incidentId)
    known.set(incidentId, { window, upToMs, wholeAtMs, turns })
    for (const id of known.keys()) if (known.size > cacheMax) known.delete(id)
    return turns
  }
}
