import { readFailureDetails } from '#relay/backend/incidents/rules/read-failures.ts'
import type { Failure, FailureKind } from '#relay/backend/incidents/rules/failure.ts'
import type { Queryable } from '#relay/database/database.ts'

export interface FailureSpan extends Failure {
  readonly untilMs: number | null
}

interface SpanRow {
  readonly kind: FailureKind
  readonly resource_id: string
  readonly health: string
  readonly since: string
  readonly until: string | null
}

const [resultsMost, spansMost] = [300_000, 2_000]

const checkSpans = `
  select 'check' as kind, check_id as resource_id, 'unhealthy' as health, since, lead(since) over in_order as until, fails
    from (
      select check_id, time as since, not status as fails,
             lag(status) over (partition by check_id order by time) is distinct from status as turns
        from (select check_id, time, status from check_statuses
               where time between $1 and $2 and status is not null
               order by time desc limit ${resultsMost}) as newest
    ) as results
   where turns
  window in_order as (partition by check_id order by since)`

const configSpans = `
  select 'config' as kind, config_id as resource_id, health, since, until, health in ('unhealthy', 'warning') as fails
    from (
      select config_id, health, until,
             coalesce(lag(until) over (partition by config_id order by until nulls last),
                      (select created_at from config_items where id = config_id)) as since
        from (
          select config_id, health, until from relay.config_item_versions where until > $1
          union all
          select id, health, null from config_items where deleted_at is null
        ) as versions
    ) as spans
   where since between $1 and $2`

/** Components have no history, only the time of their last change. */
const componentSpans = `
  select 'component' as kind, resource_id, health, since, null::timestamptz as until, true as fails from relay.failures
   where kind = 'component' and since between $1 and $2`

interface FailureHistory {
  readonly spans: readonly FailureSpan[]
  readonly cutAt: string | null
}

export const readSpans = async (
  database: Queryable,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<FailureHistory> => {
  const window = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()]
  const { rows } = await database.query<SpanRow>(
    `select kind, resource_id, health, since, until from (
       select kind, resource_id, health, since, until, fails from (${checkSpans}) as of_checks
       union all select * from (${configSpans}) as of_items
       union all select * from (${componentSpans}) as of_components
     ) as spans where fails order by since desc limit ${spansMost}`,
    window,
  )
  const { rows: oldest } = await database.query<{ since: string }>(
    `select min(time) as since from (
       select time from check_statuses where time between $1 and $2 order by time desc limit ${resultsMost}
     ) as newest having count(*) >= ${resultsMost}`,
    window,
  )
  const resources = await readFailureDetails(
    database,
    `select kind, resource_id, health, since from jsonb_to_recordset($1::jsonb) as row
       (kind text, resource_id uuid, health text, since timestamptz)`,
    [JSON.stringify(rows)],
  )
  const untilByKey = new Map(
    rows.map(({ kind, resource_id: id, since, until }) => [`${kind} ${id} ${Date.parse(since)}`, until]),
  )
  return {
    spans: resources.map((resource) => {
      const until = untilByKey.get(`${resource.kind} ${resource.id} ${resource.sinceMs}`) ?? null
      return Object.assign({ untilMs: until === null ? null : Date.parse(until) }, resource)
    }),
    cutAt: (rows.length < spansMost ? oldest[0]?.since : rows.at(-1)?.since) ?? null,
  }
}
