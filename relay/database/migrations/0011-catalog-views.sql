-- Config items with what happened to them lately, and the lists that filters offer.

create view configs as
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
    ) as analysis
  from config_items;

create view config_detail as
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
    ) as components
  from config_items
  left join agents on agents.id = config_items.agent_id;

create view config_names as
  select id, type, external_id, name from config_items where deleted_at is null;

create view config_types as
  select distinct type from config_items where deleted_at is null;

create view config_classes as
  select distinct config_class from config_items where deleted_at is null;

create view config_statuses as
  select distinct status from config_items where deleted_at is null and status is not null;

create view config_labels as
  select distinct label.key, label.value
  from config_items cross join lateral jsonb_each_text(config_items.labels) as label
  where config_items.deleted_at is null and jsonb_typeof(config_items.labels) = 'object';

create view config_tags as
  select distinct tag.key, tag.value
  from config_items cross join lateral jsonb_each_text(config_items.tags) as tag
  where config_items.deleted_at is null and jsonb_typeof(config_items.tags) = 'object';

create view config_tags_labels_keys as
  select 'tag:' || key as key from config_tags
  union
  select 'label:' || key from config_labels;

create view change_types as
  select distinct change_type from config_changes;

create view analysis_types as
  select distinct analysis_type from config_analysis;

create view analyzer_types as
  select distinct analyzer from config_analysis;

create view config_analysis_analyzers as
  select distinct analyzer from config_analysis;

create view config_analysis_items as
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
    config_items.config_class
  from config_analysis
  join config_items on config_items.id = config_analysis.config_id;

create view catalog_changes as
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
    config_items.deleted_at
  from config_changes
  join config_items on config_items.id = config_changes.config_id;

create view analysis_by_component as
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

create view changes_by_component as
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
