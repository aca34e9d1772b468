-- Every direct edge between config items, from the one that stands above or points to the one below. A parent holds its
-- child hard; of the relationships only those whose relation says so are hard.
create or replace view relay.config_edges as
  select config_id as source_id, related_id as target_id, relation, relation is not distinct from 'hard' as is_hard, deleted_at
  from config_relationships
  union
  select parent_id, id, 'parent', true, deleted_at
  from config_items
  where parent_id is not null;

create or replace view config_scrapers_with_status as
  select
    config_scrapers.id,
    config_scrapers.description,
    config_scrapers.name,
    config_scrapers.namespace,
    config_scrapers.spec,
    config_scrapers.source,
    config_scrapers.created_by,
    config_scrapers.agent_id,
    config_scrapers.created_at,
    config_scrapers.updated_at,
    config_scrapers.deleted_at,
    case when agents.id is not null then json_build_object('id', agents.id, 'name', agents.name) end as agent,
    job.*
  from config_scrapers
  left join agents on agents.id = config_scrapers.agent_id
  left join lateral relay.last_job(config_scrapers.id) as job on true;

create or replace view configs as
  select
    config_items.id,
    config_items.scraper_id,
    config_items.config_class,
    config_items.external_id,
    config_items.type,
    config_items.name,
    config_items.tags ->> 'namespace' as namespace,
    config_items.description,
    config_items.source,
    config_items.labels,
    config_items.tags,
    config_items.created_by,
    config_items.created_at,
    config_items.updated_at,
    config_items.deleted_at,
    config_items.cost_per_minute,
    config_items.cost_total_1d,
    config_items.cost_total_7d,
    config_items.cost_total_30d,
    config_items.agent_id,
    config_items.status,
    config_items.health,
    config_items.ready,
    config_items.path,
    (
      select count(*) from config_changes
      where config_changes.config_id = config_items.id and config_changes.created_at > now() - interval '7 days'
    ) as changes,
    (
      select jsonb_object_agg(found.analysis_type, found.total)
      from (
        select analysis_type, count(*) as total
        from config_analysis
        where config_analysis.config_id = config_items.id
          and analysis_type is not null
          and coalesce(last_observed, first_observed) > now() - interval '7 days'
        group by analysis_type
      ) as found
    ) as analysis,
    config_items.properties,
    jsonb_path_query_array(config_items.properties, '$[*].text') as properties_values,
    config_items.tags_values,
    config_items.cost_per_minute * 60 as cost_total_1h,
    null::text as billing_currency,
    false as mixed_currency
  from config_items;

create or replace view config_detail as
  select
    config_items.id,
    config_items.agent_id,
    config_items.icon,
    config_items.scraper_id,
    config_items.config_class,
    config_items.status,
    config_items.health,
    config_items.ready,
    config_items.external_id,
    config_items.type,
    config_items.cost_per_minute,
    config_items.cost_total_1d,
    config_items.cost_total_7d,
    config_items.cost_total_30d,
    config_items.name,
    config_items.description,
    config_items.config,
    config_items.source,
    config_items.labels,
    config_items.tags,
    config_items.tags_values,
    config_items.properties,
    jsonb_path_query_array(config_items.properties, '$[*].text') as properties_values,
    config_items.parent_id,
    config_items.path,
    config_items.is_pushed,
    config_items.created_by,
    config_items.last_scraped_time,
    config_items.created_at,
    config_items.updated_at,
    config_items.deleted_at,
    config_items.delete_reason,
    config_items.inserted_at,
    agents.name as agent_name,
    json_build_object(
      'relationships', (
        select count(*) from config_relationships
        where config_items.id in (config_relationships.config_id, config_relationships.related_id)
          and config_relationships.deleted_at is null
      ),
      'analysis', (select count(*) from config_analysis where config_analysis.config_id = config_items.id),
      'changes', (select count(*) from config_changes where config_changes.config_id = config_items.id),
      'playbook_runs', (
        select count(*) from playbook_runs
        where playbook_runs.config_id = config_items.id and playbook_runs.created_at > now() - interval '30 days'
      ),
      'checks', (
        select count(*) from check_config_relationships
        where check_config_relationships.config_id = config_items.id and check_config_relationships.deleted_at is null
      )
    ) as summary,
    (
      select json_agg(components)
      from config_component_relationships
      join components on components.id = config_component_relationships.component_id
      where config_component_relationships.config_id = config_items.id
        and config_component_relationships.deleted_at is null
    ) as components,
    (
      select json_build_object('id', config_scrapers.id, 'name', config_scrapers.name)
      from config_scrapers where config_scrapers.id = config_items.scraper_id
    ) as scraper
  from config_items
  left join agents on agents.id = config_items.agent_id;

create or replace view config_names as
  select id, type, external_id, name from config_items where deleted_at is null;

-- From each type to the next by the index of types, because "select distinct" reads every item.
create or replace view config_types as
  with recursive each as (
    (select type from config_items where deleted_at is null order by type limit 1)
    union all
    select (select type from config_items where deleted_at is null and type > each.type order by type limit 1)
    from each where each.type is not null
  )
  select type from each where type is not null;

create or replace view config_classes as
  select distinct config_class from config_items where deleted_at is null;

create or replace view config_statuses as
  select distinct status from config_items where deleted_at is null and status is not null;

create or replace view config_labels as
  select distinct label.key, label.value
  from config_items cross join lateral jsonb_each_text(config_items.labels) as label
  where config_items.deleted_at is null and jsonb_typeof(config_items.labels) = 'object';

create or replace view config_tags as
  select distinct tag.key, tag.value
  from config_items cross join lateral jsonb_each_text(config_items.tags) as tag
  where config_items.deleted_at is null and jsonb_typeof(config_items.tags) = 'object';

create or replace view config_tags_labels_keys as
  select 'tag:' || key as key from config_tags
  union
  select 'label:' || key from config_labels;

create or replace view config_summary as
  select
    items.type,
    items.created_at,
    items.updated_at,
    insights.analysis,
    insights.severity,
    coalesce(changed.total, 0) as changes,
    items.total_configs,
    items.cost_per_minute,
    items.cost_total_1d,
    items.cost_total_7d,
    items.cost_total_30d,
    items.cost_per_minute * 60 as cost_total_1h
  from (
    select
      type,
      min(created_at) as created_at,
      max(updated_at) as updated_at,
      count(*) as total_configs,
      sum(cost_per_minute) as cost_per_minute,
      sum(cost_total_1d) as cost_total_1d,
      sum(cost_total_7d) as cost_total_7d,
      sum(cost_total_30d) as cost_total_30d
    from config_items
    where deleted_at is null
    group by type
  ) as items
  left join (
    select config_items.type, count(*) as total
    from config_changes
    join config_items on config_items.id = config_changes.config_id
    where config_changes.created_at > now() - interval '30 days' and config_items.deleted_at is null
    group by config_items.type
  ) as changed on changed.type = items.type
  left join (
    select
      by_type.type, by_type.analysis, by_severity.severity
    from (
      select counted.type, jsonb_object_agg(counted.analysis_type, counted.total) as analysis
      from (
        select config_items.type, config_analysis.analysis_type, count(*) as total
        from config_analysis
        join config_items on config_items.id = config_analysis.config_id
        where config_analysis.status = 'open' and config_analysis.analysis_type is not null
          and config_items.deleted_at is null
        group by config_items.type, config_analysis.analysis_type
      ) as counted
      group by counted.type
    ) as by_type
    left join (
      select counted.type, jsonb_object_agg(counted.severity, counted.total) as severity
      from (
        select config_items.type, config_analysis.severity, count(*) as total
        from config_analysis
        join config_items on config_items.id = config_analysis.config_id
        where config_analysis.status = 'open' and config_analysis.severity is not null
          and config_items.deleted_at is null
        group by config_items.type, config_analysis.severity
      ) as counted
      group by counted.type
    ) as by_severity on by_severity.type = by_type.type
  ) as insights on insights.type = items.type;

create or replace view config_class_summary as
  select
    items.config_class,
    insights.analysis,
    coalesce(changed.total, 0) as changes,
    items.total_configs,
    items.cost_per_minute,
    items.cost_total_1d,
    items.cost_total_7d,
    items.cost_total_30d,
    items.cost_per_minute * 60 as cost_total_1h
  from (
    select
      config_class,
      count(*) as total_configs,
      sum(cost_per_minute) as cost_per_minute,
      sum(cost_total_1d) as cost_total_1d,
      sum(cost_total_7d) as cost_total_7d,
      sum(cost_total_30d) as cost_total_30d
    from config_items
    where deleted_at is null
    group by config_class
  ) as items
  left join (
    select config_items.config_class, count(*) as total
    from config_changes
    join config_items on config_items.id = config_changes.config_id
    where config_changes.created_at > now() - interval '30 days' and config_items.deleted_at is null
    group by config_items.config_class
  ) as changed on changed.config_class = items.config_class
  left join (
    select counted.config_class, jsonb_object_agg(counted.analysis_type, counted.total) as analysis
    from (
      select config_items.config_class, config_analysis.analysis_type, count(*) as total
      from config_analysis
      join config_items on config_items.id = config_analysis.config_id
      where config_analysis.status = 'open' and config_analysis.analysis_type is not null
        and config_items.deleted_at is null
      group by config_items.config_class, config_analysis.analysis_type
    ) as counted
    group by counted.config_class
  ) as insights on insights.config_class = items.config_class;

create or replace view change_types as
  select distinct change_type from config_changes;

create or replace view analysis_types as
  select distinct analysis_type from config_analysis;

create or replace view analyzer_types as
  select distinct analyzer from config_analysis;

create or replace view config_analysis_analyzers as
  select distinct analyzer from config_analysis;

create or replace view config_analysis_items as
  select
    config_analysis.id,
    config_analysis.config_id,
    config_analysis.scraper_id,
    config_analysis.created_by,
    config_analysis.source,
    config_analysis.analyzer,
    config_analysis.analysis_type,
    config_analysis.severity,
    config_analysis.summary,
    config_analysis.status,
    config_analysis.message,
    config_analysis.analysis,
    config_analysis.first_observed,
    config_analysis.last_observed,
    config_items.type as config_type,
    config_items.config_class,
    config_items.name as config_name,
    config_items.name,
    config_items.type,
    config_items.tags,
    config_items.labels,
    config_items.config,
    config_items.path,
    config_items.agent_id,
    config_items.deleted_at
  from config_analysis
  join config_items on config_items.id = config_analysis.config_id;

create or replace view catalog_changes as
  select
    config_changes.id,
    config_changes.config_id,
    config_changes.external_change_id,
    config_changes.change_type,
    config_changes.severity,
    config_changes.source,
    config_changes.summary,
    config_changes.created_at,
    config_changes.count,
    config_changes.first_observed,
    config_changes.created_by,
    config_changes.external_created_by,
    config_items.agent_id,
    config_items.name,
    config_items.type,
    config_items.tags,
    config_items.deleted_at,
    config_items.config,
    config_changes.details,
    config_changes.diff,
    config_items.path,
    config_changes.inserted_at
  from config_changes
  join config_items on config_items.id = config_changes.config_id;

create or replace view analysis_by_component as
  select
    config_analysis.config_id,
    config_items.name,
    config_items.config_class,
    config_items.type,
    config_analysis.analysis_type,
    config_analysis.first_observed,
    config_analysis.last_observed,
    config_analysis.created_by,
    config_analysis.id as analysis_id,
    config_analysis.severity,
    config_component_relationships.component_id
  from config_analysis
  join config_items on config_items.id = config_analysis.config_id
  join config_component_relationships on config_component_relationships.config_id = config_analysis.config_id
  where config_analysis.status = 'open' and config_component_relationships.deleted_at is null
  order by array_position('{critical,blocker,high,medium,low,info}'::text[], config_analysis.severity);

create or replace view analysis_by_config as
  select found.config_id as id, jsonb_object_agg(found.analysis_type, found.severities) as analysis
  from (
    select counted.config_id, counted.analysis_type, jsonb_object_agg(counted.severity, counted.total) as severities
    from (
      select config_id, coalesce(analysis_type, '') as analysis_type, coalesce(severity, '') as severity, count(*) as total
      from config_analysis
      where config_analysis.status = 'open'
      group by 1, 2, 3
    ) as counted
    group by counted.config_id, counted.analysis_type
  ) as found
  group by found.config_id;

create or replace view changes_by_component as
  select
    config_changes.id,
    config_changes.config_id,
    config_items.name,
    config_items.config_class,
    config_items.type,
    config_changes.change_type,
    config_changes.created_at,
    config_changes.created_by,
    config_changes.id as change_id,
    config_changes.severity,
    config_component_relationships.component_id,
    config_items.deleted_at as config_deleted_at
  from config_changes
  join config_items on config_items.id = config_changes.config_id
  join config_component_relationships on config_component_relationships.config_id = config_changes.config_id
  where config_component_relationships.deleted_at is null;

create or replace function lookup_analysis_by_component(id uuid) returns setof analysis_by_component language sql stable as $$
  select * from analysis_by_component where component_id = $1
$$;

create or replace function lookup_changes_by_component(id uuid) returns setof changes_by_component language sql stable as $$
  select * from changes_by_component where component_id = $1
$$;
