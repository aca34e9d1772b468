create or replace view topologies_with_status as
  select
    topologies.id,
    topologies.agent_id,
    topologies.name,
    topologies.namespace,
    topologies.labels,
    topologies.source,
    topologies.spec,
    topologies.created_at,
    topologies.updated_at,
    topologies.schedule,
    topologies.created_by,
    topologies.deleted_at,
    case when agents.id is not null then json_build_object('id', agents.id, 'name', agents.name) end as agent,
    job.*
  from topologies
  left join agents on agents.id = topologies.agent_id
  left join lateral relay.last_job(topologies.id) as job on true;

create or replace view component_names as
  select id, path, external_id, type, name, created_at, updated_at, icon, parent_id
  from components
  where deleted_at is null and not hidden;

create or replace view component_names_all as
  select id, path, external_id, type, name, created_at, updated_at, deleted_at, icon, parent_id from components;

create or replace view component_types as
  select distinct type from components where deleted_at is null and type is not null;

create or replace view component_labels as
  select distinct label.key, label.value
  from components cross join lateral jsonb_each_text(components.labels) as label
  where components.deleted_at is null and jsonb_typeof(components.labels) = 'object';

create or replace view component_labels_keys as
  select distinct 'label:' || key as key from component_labels;

create or replace view components_with_logs as
  select id, name, agent_id, icon, type
  from components
  where deleted_at is null and jsonb_typeof(log_selectors) = 'array' and jsonb_array_length(log_selectors) > 0;

create or replace view topology as
  select
    components.id,
    components.agent_id,
    components.topology_id,
    components.external_id,
    components.parent_id,
    components.config_id,
    components.name,
    components.text,
    components.topology_type,
    components.namespace,
    components.labels,
    components.hidden,
    components.silenced,
    components.status,
    components.status_expr,
    components.health_expr,
    components.health,
    components.description,
    components.lifecycle,
    components.tooltip,
    components.status_reason,
    components.schedule,
    components.icon,
    components.type,
    components.owner,
    components.selectors,
    components.log_selectors,
    components.component_checks,
    components.configs,
    components.properties,
    components.path,
    components.summary,
    components.is_leaf,
    components.cost_per_minute,
    components.cost_total_1d,
    components.cost_total_7d,
    components.cost_total_30d,
    components.created_by,
    components.created_at,
    components.updated_at,
    components.deleted_at,
    jsonb_path_query_array(components.properties, '$[*].text') as properties_values,
    components.log_selectors::json as logs,
    (
      select json_object_agg(found.status, found.total)
      from (
        select status, count(*) as total
        from checks_by_component
        where checks_by_component.component_id = components.id and status is not null
        group by status
      ) as found
    ) as checks,
    (
      select array_agg(distinct teams.name)
      from team_components join teams on teams.id = team_components.team_id
      where team_components.component_id = components.id and teams.deleted_at is null
    ) as team_names,
    (
      select jsonb_object_agg(by_type.type, by_type.severities)
      from (
        select found.type, jsonb_object_agg(found.severity, found.total) as severities
        from (
          select type, severity, count(*) as total
          from incidents_by_component
          where incidents_by_component.component_id = components.id
            and incidents_by_component.status not in ('closed', 'cancelled')
          group by type, severity
        ) as found
        group by found.type
      ) as by_type
    ) as incidents,
    (
      select jsonb_object_agg(by_type.analysis_type, by_type.severities)
      from (
        select found.analysis_type, jsonb_object_agg(found.severity, found.total) as severities
        from (
          select analysis_type, severity, count(*) as total
          from analysis_by_component
          where analysis_by_component.component_id = components.id and analysis_type is not null and severity is not null
          group by analysis_type, severity
        ) as found
        group by found.analysis_type
      ) as by_type
    ) as analysis,
    array(
      select child.id from components as child where child.parent_id = components.id and child.deleted_at is null
      union
      select component_relationships.component_id from component_relationships
      where component_relationships.relationship_id = components.id and component_relationships.deleted_at is null
    ) as children,
    array(
      select components.parent_id where components.parent_id is not null
      union
      select component_relationships.relationship_id from component_relationships
      where component_relationships.component_id = components.id and component_relationships.deleted_at is null
    ) as parents
  from components;

create or replace function lookup_component_by_property(text, text) returns setof components language sql stable as $$
  select * from components
  where deleted_at is null and jsonb_typeof(properties) = 'array' and exists (
    select from jsonb_array_elements(properties) as property
    where property ->> 'name' = $1 and property ->> 'text' = $2
  )
$$;
