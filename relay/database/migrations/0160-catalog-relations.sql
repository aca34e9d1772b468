-- Relations, columns and functions of the catalog that older clients list and newer ones ask for.

-- What only newer clients know stands after what there was.
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

create or replace view check_summary as
  select
    checks.id,
    checks.canary_id,
    json_build_object(
      'passed', recent.passed, 'failed', recent.failed, 'last_pass', recent.last_pass, 'last_fail', recent.last_fail
    ) as uptime,
    json_build_object('p99', recent.p99, 'p95', recent.p95, 'p50', recent.p50, 'avg', recent.avg) as latency,
    checks.last_transition_time,
    checks.type,
    checks.icon,
    checks.name,
    checks.status,
    checks.description,
    checks.namespace,
    canaries.namespace as canary_namespace,
    canaries.name as canary_name,
    coalesce(canaries.labels, '{}') || coalesce(checks.labels, '{}') as labels,
    checks.severity,
    checks.owner,
    checks.last_runtime,
    checks.created_at,
    checks.updated_at,
    checks.deleted_at,
    checks.silenced_at,
    checks.agent_id
  from checks
  join canaries on canaries.id = checks.canary_id
  cross join lateral (
    select
      count(*) filter (where status) as passed,
      count(*) filter (where not status) as failed,
      max(time) filter (where status) as last_pass,
      max(time) filter (where not status) as last_fail,
      percentile_disc(0.99) within group (order by duration) as p99,
      percentile_disc(0.95) within group (order by duration) as p95,
      percentile_disc(0.5) within group (order by duration) as p50,
      round(avg(duration), 2) as avg
    from check_statuses
    where check_statuses.check_id = checks.id
      and time >= least(
        now() - interval '1 hour',
        (select max(latest.time) from check_statuses as latest where latest.check_id = checks.id)
      )
  ) as recent;

create or replace view check_summary_for_config as
  select check_config_relationships.config_id, check_summary.*
  from check_config_relationships
  join check_summary on check_summary.id = check_config_relationships.check_id
  where check_config_relationships.deleted_at is null;

create view analysis_by_config as
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

create view check_summary_by_config as
  select counted.config_id, json_object_agg(counted.status, counted.total) as checks
  from (
    select check_config_relationships.config_id, checks.status, count(distinct checks.id) as total
    from check_config_relationships
    join checks on checks.id = check_config_relationships.check_id
    where check_config_relationships.deleted_at is null and checks.deleted_at is null and checks.status is not null
    group by check_config_relationships.config_id, checks.status
  ) as counted
  group by counted.config_id;

create view config_summary as
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

create view config_class_summary as
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

create view component_names_all as
  select id, path, external_id, type, name, created_at, updated_at, deleted_at, icon, parent_id from components;

create view job_history_latest_status as
  select *
  from (
    select
      job_history.id, job_history.agent_id, job_history.name, job_history.success_count, job_history.error_count,
      job_history.details, job_history.hostname, job_history.duration_millis, job_history.resource_type,
      job_history.resource_id, job_history.status, job_history.time_start, job_history.time_end, job_history.created_at,
      job_history.is_pushed, row_number() over (partition by job_history.resource_id order by job_history.created_at desc) as rn
    from job_history
  ) as ordered
  where ordered.rn = 1;

-- Components that are tied to an item that this one is tied to.
create function lookup_component_config_id_related_components(component_id uuid) returns table (id uuid)
language sql stable as $$
  select distinct others.component_id
  from config_component_relationships as own
  join config_component_relationships as others on others.config_id = own.config_id and others.deleted_at is null
  where own.component_id = $1 and own.deleted_at is null and others.component_id <> $1
$$;

-- What an item stands in, the nearest first. No item has a place of its own here, so no alias of one narrows it.
create function get_parents_by_location(config_id uuid, alias_prefix text default null, include_deleted boolean default false)
returns table (id uuid, name text, type text) language sql stable as $$
  with recursive parents(id, name, type, parent_id, deleted_at, depth) as (
    select config_items.id, config_items.name, config_items.type, config_items.parent_id, config_items.deleted_at, 0
    from config_items where config_items.id = $1
    union all
    select config_items.id, config_items.name, config_items.type, config_items.parent_id, config_items.deleted_at,
      parents.depth + 1
    from parents
    join config_items on config_items.id = parents.parent_id
  ) cycle id set is_cycle using visited
  select parents.id, parents.name, parents.type
  from parents
  where parents.depth > 0 and not parents.is_cycle and (parents.deleted_at is null or $3)
  order by parents.depth
$$;
