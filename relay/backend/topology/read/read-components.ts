import type { Component } from '#shared/topology/topology.ts'
import type { Queryable } from '#relay/database/database.ts'

export type StoredComponent = Omit<Component, 'components'>

export const readComponents = async (database: Queryable): Promise<readonly StoredComponent[]> => {
  const { rows } = await database.query<StoredComponent>(
    `with relations as (
       select component_id as child, relationship_id as parent from component_relationships where deleted_at is null
       union
       select id, parent_id from components where parent_id is not null and deleted_at is null
     )
     select component.id, component.topology_id, component.agent_id, component.external_id, component.parent_id,
            component.config_id, component.name, component.text, component.topology_type, component.namespace,
            component.labels, component.hidden, component.silenced, component.status, component.health,
            component.status_reason, component.status_expr, component.health_expr, component.description,
            component.lifecycle, component.log_selectors as logs, component.tooltip, component.schedule, component.icon,
            component.type, component.owner, component.sort_order as "order", component.selectors, component.configs,
            component.component_checks as "componentChecks", component.properties, component.path, component.summary,
            component.is_leaf, component.cost_per_minute, component.cost_total_1d, component.cost_total_7d,
            component.cost_total_30d, component.created_by, component.created_at, component.updated_at,
            sighting.observed_at as last_observed, checks.found as checks, teams.names as team_names,
            coalesce(above.ids, '{}') as parents, coalesce(below.ids, '{}') as children
       from components as component
       left join relay.topology_observations as sighting using (topology_id)
       left join (
         select component_id, jsonb_object_agg(status, total) as found
           from (select component_id, status, count(*) as total from checks_by_component
                  where status is not null group by component_id, status) as counted
          group by component_id
       ) as checks on checks.component_id = component.id
       left join (
         select component_id, array_agg(distinct teams.name order by teams.name) as names
           from team_components join teams on teams.id = team_components.team_id
          where teams.deleted_at is null group by component_id
       ) as teams on teams.component_id = component.id
       left join (select child, array_agg(parent order by parent) as ids from relations group by child) as above
         on above.child = component.id
       left join (select parent, array_agg(child order by child) as ids from relations group by parent) as below
         on below.parent = component.id
      where component.deleted_at is null
      order by component.name, component.id`,
  )
  return rows
}
