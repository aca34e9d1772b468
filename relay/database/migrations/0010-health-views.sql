-- How checks do: over the last hour, and for those that ran longer ago by their last result.

create view check_summary as
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
    checks.silenced_at
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

create view check_summary_for_config as
  select check_config_relationships.config_id, check_summary.*
  from check_config_relationships
  join check_summary on check_summary.id = check_config_relationships.check_id
  where check_config_relationships.deleted_at is null;

create view check_names as
  select id, canary_id, type, name, status from checks where deleted_at is null;

create view check_labels as
  select distinct label.key, label.value
  from checks cross join lateral jsonb_each_text(checks.labels) as label
  where checks.deleted_at is null and jsonb_typeof(checks.labels) = 'object';

create view checks_labels_keys as
  select distinct 'label:' || label.key as key
  from checks cross join lateral jsonb_object_keys(checks.labels) as label(key)
  where checks.deleted_at is null and jsonb_typeof(checks.labels) = 'object';

create view checks_by_component as
  select
    check_component_relationships.component_id, checks.id, checks.type, checks.name, checks.severity, checks.status
  from check_component_relationships
  join checks on checks.id = check_component_relationships.check_id
  where check_component_relationships.deleted_at is null and checks.deleted_at is null;

create view checks_by_config as
  select
    check_config_relationships.config_id, checks.id, checks.type, checks.name, checks.severity, checks.status, checks.icon,
    checks.last_runtime
  from check_config_relationships
  join checks on checks.id = check_config_relationships.check_id
  where check_config_relationships.deleted_at is null and checks.deleted_at is null;

create view checks_status_artifacts as
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
