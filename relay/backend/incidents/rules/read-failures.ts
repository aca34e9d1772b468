import type { Queryable } from '#relay/database/database.ts'
import type { Failure } from './failure.ts'

const unwell = `
  select 'check' as kind, id as resource_id, status as health, last_transition_time as since from checks
   where deleted_at is null and silenced_at is null and status = 'unhealthy'
  union all
  select 'component', id, health, null from components
   where deleted_at is null and not silenced and health is not null and health <> 'healthy'
  union all
  select 'config', id, health, null from config_items
   where deleted_at is null and health is not null and health <> 'healthy'`

export const recordFailures = async (database: Queryable): Promise<number> => {
  await database.query(
    `with unwell as (${unwell}),
     gone as (
       delete from relay.failures as known where not exists (
         select from unwell where unwell.kind = known.kind and unwell.resource_id = known.resource_id)
     )
     insert into relay.failures as known (kind, resource_id, health, since)
     select kind, resource_id, unwell.health, coalesce(unwell.since, noted.since, now())
       from unwell left join relay.failures as noted using (kind, resource_id)
     on conflict (kind, resource_id) do update set health = excluded.health, since = excluded.since
      where (known.health, known.since) is distinct from (excluded.health, excluded.since)`,
  )
  const { rows } = await database.query<{ count: number }>('select count(*)::int as count from relay.failures')
  return rows[0]?.count ?? 0
}

interface Row extends Omit<Failure, 'sinceMs' | 'group' | 'groupName'> {
  readonly since: string
  readonly root: string | null
  readonly root_name: string | null
}

const rootSql = (component: string) =>
  `coalesce(nullif(split_part(${component}.path, '.', 1), ''), ${component}.id::text)`

const tiedTo = {
  check: `select component_id from check_component_relationships where check_id = one.id and deleted_at is null`,
  config: `select component_id from config_component_relationships where config_id = one.id and deleted_at is null
           union select id from components where config_id = one.id and deleted_at is null`,
  component: 'select one.id as component_id',
} as const

const columns = {
  check: `one.name, one.type, canaries.namespace, coalesce(one.severity, '') as severity,
          coalesce(one.category, '') as category, coalesce(one.owner, '') as owner, coalesce(one.labels, '{}') as labels,
          given.health as status,
          coalesce((select coalesce(nullif(error, ''), message) from check_statuses
                     where check_id = one.id and not status order by time desc limit 1), '') as message,
          jsonb_build_object('id', canaries.id, 'name', canaries.name, 'namespace', canaries.namespace,
            'labels', coalesce(canaries.labels, '{}'), 'annotations', coalesce(canaries.annotations, '{}')) as canary`,
  component: `one.name, coalesce(one.type, '') as type, coalesce(one.namespace, '') as namespace, '' as severity,
          '' as category, coalesce(one.owner, '') as owner, coalesce(one.labels, '{}') as labels, one.status,
          coalesce(one.status_reason, '') as message, null::jsonb as canary`,
  config: `coalesce(one.name, '') as name, coalesce(one.type, '') as type, coalesce(one.tags ->> 'namespace', '') as namespace,
          '' as severity, '' as category, '' as owner, coalesce(one.labels, '{}') as labels,
          coalesce(one.status, '') as status, coalesce(one.description, '') as message,
          null::jsonb as canary`,
} as const
const from = {
  check: 'checks as one join canaries on canaries.id = one.canary_id',
  component: 'components as one',
  config: 'config_items as one',
} as const
const kinds = ['check', 'component', 'config'] as const

const toStatement = (kind: Failure['kind']) => `
  select '${kind}' as kind, one.id, given.health, given.since, ${columns[kind]},
         coalesce(tied.ids, '{}') as components, root.id as root, root.name as root_name,
         case when first.id is not null then
           to_jsonb(first) - 'summary' - 'properties' - 'checks' - 'configs' - 'selectors' end as component
    from given join ${from[kind]} on one.id = given.resource_id and given.kind = '${kind}'
    left join lateral (
      select array_agg(component_id::text order by component_id) as ids from (${tiedTo[kind]}) as tied
    ) as tied on true
    left join components as first on first.id = (tied.ids)[1]::uuid
    left join components as root on root.id::text = ${rootSql('first')}`

const toFailure = ({ since, root, root_name: rootName, ...row }: Row): Failure => ({
  ...row,
  sinceMs: Date.parse(since),
  group: root ?? `namespace ${row.namespace}`,
  groupName: rootName ?? row.namespace,
})

export const readFailureDetails = async (
  database: Queryable,
  source: string,
  parameters: readonly unknown[] = [],
): Promise<readonly Failure[]> => {
  const { rows } = await database.query<Row>(
    `with given as (${source}) ${kinds.map(toStatement).join(' union all ')} order by since, id`,
    parameters,
  )
  return rows.map(toFailure)
}

const failuresMax = 2_000

export const readFailures = (database: Queryable): Promise<readonly Failure[]> =>
  readFailureDetails(
    database,
    `select kind, resource_id, health, since from relay.failures order by since desc limit ${failuresMax}`,
  )
