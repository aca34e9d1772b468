create or replace view check_statuses_5m as
  select
    check_id,
    date_bin('5 minutes', time, timestamptz '2000-01-01 00:00:00Z') as created_at,
    count(*) as total_checks,
    count(*) filter (where status) as passed,
    count(*) filter (where not status) as failed,
    coalesce(sum(duration), 0)::bigint as total_duration
  from check_statuses
  where time > now() - interval '1 day'
  group by 1, 2;

create or replace view canaries_with_status as
  select
    canaries.id,
    canaries.name,
    canaries.namespace,
    canaries.spec ->> 'interval' as interval,
    canaries.spec ->> 'schedule' as schedule,
    canaries.labels,
    canaries.source,
    canaries.created_by,
    canaries.created_at,
    canaries.deleted_at,
    (select max(checks.last_runtime) from checks where checks.canary_id = canaries.id) as last_runtime,
    case when agents.id is not null then json_build_object('id', agents.id, 'name', agents.name) end as agent,
    job.*
  from canaries
  left join agents on agents.id = canaries.agent_id
  left join lateral relay.last_job(canaries.id) as job on true;

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

create or replace view check_summary_by_config as
  select counted.config_id, json_object_agg(counted.status, counted.total) as checks
  from (
    select check_config_relationships.config_id, checks.status, count(distinct checks.id) as total
    from check_config_relationships
    join checks on checks.id = check_config_relationships.check_id
    where check_config_relationships.deleted_at is null and checks.deleted_at is null and checks.status is not null
    group by check_config_relationships.config_id, checks.status
  ) as counted
  group by counted.config_id;

create or replace function check_summary_for_component(id uuid) returns setof check_summary language sql stable as $$
  select check_summary.*
  from check_summary
  where check_summary.id in (
    select check_component_relationships.check_id from check_component_relationships
    where check_component_relationships.component_id = $1 and check_component_relationships.deleted_at is null
  )
$$;

create or replace view check_names as
  select id, canary_id, type, name, status from checks where deleted_at is null;

create or replace view check_labels as
  select distinct label.key, label.value
  from checks cross join lateral jsonb_each_text(checks.labels) as label
  where checks.deleted_at is null and jsonb_typeof(checks.labels) = 'object';

create or replace view checks_labels_keys as
  select distinct 'label:' || label.key as key
  from checks cross join lateral jsonb_object_keys(checks.labels) as label(key)
  where checks.deleted_at is null and jsonb_typeof(checks.labels) = 'object';

create or replace view checks_by_component as
  select
    check_component_relationships.component_id, checks.id, checks.type, checks.name, checks.severity, checks.status
  from check_component_relationships
  join checks on checks.id = check_component_relationships.check_id
  where check_component_relationships.deleted_at is null and checks.deleted_at is null;

create or replace view checks_by_config as
  select
    check_config_relationships.config_id, checks.id, checks.type, checks.name, checks.severity, checks.status, checks.icon,
    checks.last_runtime
  from check_config_relationships
  join checks on checks.id = check_config_relationships.check_id
  where check_config_relationships.deleted_at is null and checks.deleted_at is null;

create or replace view checks_status_artifacts as
  select
    check_statuses.check_id,
    check_statuses.status as check_status,
    check_statuses.message as check_message,
    check_statuses.error,
    check_statuses.invalid,
    check_statuses.time,
    check_statuses.duration,
    (
      select json_agg(artifacts order by artifacts.created_at) from artifacts
      where artifacts.check_id = check_statuses.check_id
        and artifacts.check_time = check_statuses.time
        and artifacts.deleted_at is null
    ) as artifacts
  from check_statuses;
