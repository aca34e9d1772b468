import { storableJson } from '#relay/backend/rows/storable-json.ts'
import type { Queryable } from '#relay/database/database.ts'
import type { LinkedCheck } from './assess.ts'
import type { Links } from './break-cycles.ts'

/** Deletes former links of the topology; links created by users stay. */
export const writeLinks = async (
  database: Queryable,
  links: ReadonlyMap<string, Links>,
  checks: readonly LinkedCheck[],
): Promise<void> => {
  const own = [...links.keys()]
  const canaryByCheck = new Map(checks.map(({ id, canary_id: canary }) => [id, canary]))
  const entries = [...links]
  const configs = entries.flatMap(([id, { configId, configs: linked }]) =>
    [...new Set([...linked, ...(configId === null ? [] : [configId])])].map((config_id) => ({
      component_id: id,
      config_id,
    })),
  )
  const related = entries.flatMap(([id, { related: others }]) =>
    others.map((other) => ({ component_id: other.id, relationship_id: id, selector_id: other.by })),
  )
  const checked = entries.flatMap(([id, { checks: linked }]) =>
    [...new Set(linked)].flatMap((check_id) => {
      const canary_id = canaryByCheck.get(check_id)
      return canary_id === undefined ? [] : [{ component_id: id, check_id, canary_id }]
    }),
  )
  await database.query(
    `with given as (select * from jsonb_to_recordset($2::jsonb) as given (component_id uuid, config_id uuid)),
     gone as (
       update config_component_relationships set deleted_at = now(), updated_at = now()
        where component_id = any($1::uuid[]) and deleted_at is null and selector_id = 'configs'
          and (component_id, config_id) not in (select component_id, config_id from given)
     )
     insert into config_component_relationships as link (component_id, config_id, selector_id)
     select component_id, config_id, 'configs' from given
     on conflict (component_id, config_id) do update set deleted_at = null, updated_at = now(), selector_id = 'configs'
      where link.deleted_at is not null`,
    [own, storableJson(configs)],
  )
  await database.query(
    `with given as (
       select * from jsonb_to_recordset($2::jsonb) as given (component_id uuid, relationship_id uuid, selector_id text)
     ),
     gone as (
       update component_relationships set deleted_at = now(), updated_at = now()
        where relationship_id = any($1::uuid[]) and deleted_at is null and selector_id in ('selectors', 'relationships')
          and (component_id, relationship_id, selector_id) not in (select component_id, relationship_id, selector_id from given)
     )
     insert into component_relationships as link (component_id, relationship_id, selector_id)
     select component_id, relationship_id, selector_id from given
     on conflict (component_id, relationship_id, selector_id) do update set deleted_at = null, updated_at = now()
      where link.deleted_at is not null`,
    [own, storableJson(related)],
  )
  await database.query(
    `with given as (select * from jsonb_to_recordset($2::jsonb) as given (component_id uuid, check_id uuid, canary_id uuid)),
     gone as (
       update check_component_relationships set deleted_at = now(), updated_at = now()
        where component_id = any($1::uuid[]) and deleted_at is null and selector_id = 'checks'
          and (component_id, check_id) not in (select component_id, check_id from given)
     )
     insert into check_component_relationships as link (component_id, check_id, canary_id, selector_id)
     select component_id, check_id, canary_id, 'checks' from given
     on conflict (component_id, check_id, canary_id, selector_id) do update set deleted_at = null, updated_at = now()
      where link.deleted_at is not null`,
    [own, storableJson(checked)],
  )
}
