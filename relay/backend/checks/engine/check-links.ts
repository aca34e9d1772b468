import { localAgent } from '#shared/agents/local-agent.ts'
import type { FastifyBaseLogger } from 'fastify'
import { createLinkEvaluation } from '#relay/backend/checks/spec/check-link-expressions.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import type { Database } from '#relay/database/database.ts'

const made = 'check:'
/** Agents link their own checks and report the links. */
interface LinkedTable {
  readonly relation: 'check_config_relationships' | 'check_component_relationships'
  readonly column: 'config_id' | 'component_id'
  readonly key: 'configs' | 'components'
  readonly target: 'config_items' | 'components'
  readonly fields: Readonly<Record<string, string>>
  readonly scope: { readonly column: string; readonly table: 'config_scrapers' | 'topologies' }
}

const linkedTables: readonly LinkedTable[] = [
  {
    relation: 'check_config_relationships',
    column: 'config_id',
    key: 'configs',
    target: 'config_items',
    fields: {
      id: `(target.id::text = $ or target.external_id @> array[$])`,
      external_id: 'target.external_id @> array[$]',
      name: 'target.name = $',
      namespace: `target.tags ->> 'namespace' = $`,
      type: 'target.type = $',
    },
    scope: { column: 'scraper_id', table: 'config_scrapers' },
  },
  {
    relation: 'check_component_relationships',
    column: 'component_id',
    key: 'components',
    target: 'components',
    fields: {
      id: '(target.id::text = $ or target.external_id = $)',
      external_id: 'target.external_id = $',
      name: 'target.name = $',
      namespace: 'target.namespace = $',
      type: 'target.type = $',
    },
    scope: { column: 'topology_id', table: 'topologies' },
  },
]

const lookupValue = (field: string) =>
  `coalesce(link -> '${field}' ->> 'value', checks.labels ->> (link -> '${field}' ->> 'label'))`

/** Agents push items with the names of their own scrapers, so `agent` and `scope` are conditions of their own. */
const isInReach = ({ scope }: LinkedTable): string => `
  case coalesce(nullif(wanted.agent, ''), 'self')
    when 'self' then target.agent_id = '${localAgent}'
    when 'all' then true
    else target.agent_id in (select id from agents where wanted.agent in (id::text, name) and deleted_at is null)
  end
  and (coalesce(wanted.scope, 'all') = 'all' or target.${scope.column} in (
    select id from ${scope.table}
     where deleted_at is null and wanted.scope in (id::text, name, namespace || '/' || name)))`

const linkStatement = (table: LinkedTable): string => {
  const { relation, column, key, target, fields } = table
  const names = Object.keys(fields)
  const holds = Object.entries(fields).map(
    ([name, sql]) => `(wanted.${name} is null or ${sql.replaceAll('$', `wanted.${name}`)})`,
  )
  return `
    with wanted as materialized (
      select checks.id as check_id, checks.canary_id, '${made}' || md5(link::text) as selector_id,
        ${[...names, 'agent', 'scope'].map((name) => `${lookupValue(name)} as ${name}`).join(', ')},
        nullif(nullif(link -> 'labels', 'null'), '{}') as labels
        from checks
       cross join lateral (
         select coalesce($1::jsonb -> checks.id::text, checks.spec -> 'relationships') as value
       ) as relationships
       cross join lateral jsonb_array_elements(
         case when jsonb_typeof(relationships.value -> '${key}') = 'array'
           then relationships.value -> '${key}' else '[]' end
       ) as link
       where checks.deleted_at is null and checks.agent_id = '${localAgent}'
    ),
    found as (
      select distinct wanted.check_id, wanted.canary_id, wanted.selector_id, target.id as target_id
        from wanted join ${target} as target on target.deleted_at is null and ${isInReach(table)}
       where (coalesce(${names.map((name) => `wanted.${name}`).join(', ')}) is not null or wanted.labels is not null)
         and (wanted.labels is null or target.labels @> wanted.labels) and ${holds.join(' and ')}
    ),
    gone as (
      update ${relation} as known set deleted_at = now(), updated_at = now()
       where known.selector_id like '${made}%' and known.deleted_at is null
         and exists (select from checks where checks.id = known.check_id and checks.agent_id = '${localAgent}')
         and not exists (
         select from found where found.check_id = known.check_id and found.target_id = known.${column}
            and found.selector_id = known.selector_id
       )
      returning 1
    ),
    come as (
      insert into ${relation} as known (${column}, check_id, canary_id, selector_id)
      select target_id, check_id, canary_id, selector_id from found
      on conflict (${column}, check_id, canary_id, selector_id) do update set deleted_at = null, updated_at = now()
       where known.deleted_at is not null
      returning 1
    )
    select (select count(*) from gone)::int + (select count(*) from come)::int as changed`
}

export const createCheckLinks = (
  database: Database,
  onChange: OnChange,
  log: Pick<FastifyBaseLogger, 'warn'>,
): (() => Promise<number>) => {
  const evaluate = createLinkEvaluation(database, (check, reason) =>
    log.warn({ check, reason }, 'relationship of a check not evaluated'),
  )
  return async () => {
    const evaluated = JSON.stringify(await evaluate())
    let changed = 0
    for (const table of linkedTables) {
      const { rows } = await database.transaction(async (transaction) => {
        // The planner overestimates these statements; compiling them takes 2 s where running them takes 5 ms.
        await transaction.query('set local jit = off')
        return transaction.query<{ changed: number }>(linkStatement(table), [evaluated])
      })
      const count = rows[0]?.changed ?? 0
      if (count > 0) onChange({ relation: table.relation })
      changed += count
    }
    return changed
  }
}
