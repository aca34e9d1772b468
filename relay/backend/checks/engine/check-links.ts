import { localAgent } from '#shared/agents/local-agent.ts'
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
  },
]

const lookupValue = (field: string) =>
  `coalesce(link -> '${field}' ->> 'value', checks.labels ->> (link -> '${field}' ->> 'label'))`

const linkStatement = ({ relation, column, key, target, fields }: LinkedTable): string => {
  const names = Object.keys(fields)
  const holds = Object.entries(fields).map(
    ([name, sql]) => `(wanted.${name} is null or ${sql.replaceAll('$', `wanted.${name}`)})`,
  )
  return `
    with wanted as materialized (
      select checks.id as check_id, checks.canary_id, '${made}' || md5(link::text) as selector_id,
        ${names.map((name) => `${lookupValue(name)} as ${name}`).join(', ')},
        nullif(nullif(link -> 'labels', 'null'), '{}') as labels
        from checks
       cross join lateral jsonb_array_elements(
         case when jsonb_typeof(checks.spec #> '{relationships,${key}}') = 'array'
           then checks.spec #> '{relationships,${key}}' else '[]' end
       ) as link
       where checks.deleted_at is null and checks.agent_id = '${localAgent}'
    ),
    found as (
      select distinct wanted.check_id, wanted.canary_id, wanted.selector_id, target.id as target_id
        from wanted join ${target} as target on target.deleted_at is null
        and target.agent_id = '${localAgent}'
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

export const linkChecks = async (database: Database, onChange: OnChange): Promise<number> => {
  let changed = 0
  for (const table of linkedTables) {
    const { rows } = await database.query<{ changed: number }>(linkStatement(table))
    const count = rows[0]?.changed ?? 0
    if (count > 0) onChange({ relation: table.relation })
    changed += count
  }
  return changed
}
