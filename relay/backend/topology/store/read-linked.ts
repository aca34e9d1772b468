import { groupedBy } from '#shared/primitives/grouped-by.ts'
import type { Queryable } from '#relay/database/database.ts'
import type { Linked, LinkedCheck, LinkedConfig } from './assess.ts'
import type { Links } from './break-cycles.ts'

interface Counted {
  readonly component_id: string
  readonly type: string
  readonly severity: string
  readonly total: number
}

const readConfigs = async (database: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, LinkedConfig>> => {
  const { rows } = await database.query<LinkedConfig>(
    `select id, health, status, coalesce(cost_per_minute, 0) as cost_per_minute,
            coalesce(cost_total_1d, 0) as cost_total_1d, coalesce(cost_total_7d, 0) as cost_total_7d,
            coalesce(cost_total_30d, 0) as cost_total_30d
       from config_items where id = any($1::uuid[]) and deleted_at is null`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const readChecks = async (database: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, LinkedCheck>> => {
  const { rows } = await database.query<LinkedCheck>(
    `select checks.id, canary_id, name, checks.status, last.error as message
       from checks
       left join lateral (
         select coalesce(nullif(error, ''), message) as error from check_statuses
          where check_id = checks.id and checks.status = 'unhealthy' order by time desc limit 1
       ) as last on true
      where checks.id = any($1::uuid[]) and deleted_at is null`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const countBySeverity = (rows: readonly Counted[] = []): Record<string, Record<string, number>> => {
  const found: Record<string, Record<string, number>> = {}
  for (const { type, severity, total } of rows) found[type] = { ...found[type], [severity]: total }
  return found
}

const insightsSql = `
  select component_id, analysis_type as type, severity, count(*) as total from analysis_by_component
   where component_id = any($1::uuid[]) and analysis_type is not null and severity is not null
   group by component_id, analysis_type, severity`
const incidentsSql = `
  select component_id, type, severity, count(*) as total from incidents_by_component
   where component_id = any($1::uuid[]) and status not in ('closed', 'cancelled', 'resolved')
     and type is not null and severity is not null
   group by component_id, type, severity`

const nothing: Links = { configId: null, configs: [], checks: [], related: [] }

export const readLinked = async (
  database: Queryable,
  links: ReadonlyMap<string, Links>,
): Promise<(id: string) => Linked> => {
  const all = [...links.values()]
  const own = [...links.keys()]
  const configs = await readConfigs(
    database,
    all.flatMap(({ configId, configs: linked }) => [...(configId === null ? [] : [configId]), ...linked]),
  )
  const checks = await readChecks(
    database,
    all.flatMap((each) => each.checks),
  )
  const { rows: related } = await database.query<{ id: string; name: string; health: string | null }>(
    'select id, name, health from components where id = any($1::uuid[]) and deleted_at is null',
    [all.flatMap((each) => each.related.map(({ id }) => id))],
  )
  const relatedById = new Map(related.map((row) => [row.id, row]))
  const insights = groupedBy((await database.query<Counted>(insightsSql, [own])).rows, (row) => row.component_id)
  const incidents = groupedBy((await database.query<Counted>(incidentsSql, [own])).rows, (row) => row.component_id)
  return (id) => {
    const linked = links.get(id) ?? nothing
    return {
      config: linked.configId === null ? undefined : configs.get(linked.configId),
      configs: linked.configs.flatMap((each) => configs.get(each) ?? []),
      checks: linked.checks.flatMap((each) => checks.get(each) ?? []),
      related: linked.related.flatMap((each) => relatedById.get(each.id) ?? []),
      insights: countBySeverity(insights.get(id)),
      incidents: countBySeverity(incidents.get(id)),
    }
  }
}
