-- Job history with names, and what the last job of a resource did.

create view job_histories as
  select
    job_history.id,
    job_history.agent_id,
    job_history.name,
    job_history.hostname,
    job_history.resource_type,
    job_history.resource_id,
    coalesce(components.name, config_scrapers.name, canaries.name, topologies.name, job_history.resource_id) as resource_name,
    job_history.status,
    job_history.success_count,
    job_history.error_count,
    job_history.duration_millis,
    job_history.details,
    job_history.time_start,
    job_history.time_end,
    job_history.is_pushed,
    job_history.created_at,
    case when agents.id is not null then json_build_object('id', agents.id, 'name', agents.name) end as agent
  from job_history
  left join agents on agents.id = job_history.agent_id
  left join components on components.id::text = job_history.resource_id and job_history.resource_type = 'components'
  left join config_scrapers on config_scrapers.id::text = job_history.resource_id and job_history.resource_type = 'config_scraper'
  left join canaries on canaries.id::text = job_history.resource_id and job_history.resource_type = 'canary'
  left join topologies on topologies.id::text = job_history.resource_id and job_history.resource_type = 'topology';

create view job_history_names as
  select distinct name from job_history where name is not null;

create function relay.last_job(of_resource uuid) returns table (
  job_name text,
  job_success_count integer,
  job_error_count integer,
  job_details jsonb,
  job_hostname text,
  job_duration_millis integer,
  job_resource_type text,
  job_status text,
  job_time_start timestamptz,
  job_time_end timestamptz,
  job_created_at timestamptz,
  job_last_failed timestamptz
) language sql stable as $$
  select
    name, success_count, error_count, details, hostname, duration_millis, resource_type, status, time_start, time_end,
    created_at,
    (
      select max(failed.time_start) from job_history as failed
      where failed.resource_id = of_resource::text and failed.status = 'FAILED'
    )
  from job_history
  where resource_id = of_resource::text
  order by time_start desc nulls last
  limit 1
$$;

create view event_queue_summary as
  select
    name,
    count(*) filter (where error is null) as pending,
    count(*) filter (where error is not null) as failed,
    round(avg(attempts), 2) as average_attempts,
    min(last_attempt) filter (where error is not null) as first_failure,
    max(last_attempt) filter (where error is not null) as last_failure,
    mode() within group (order by error) as most_common_error
  from event_queue
  group by name;

create view failed_events as
  select
    name,
    count(distinct error) as unique_errors,
    round(avg(attempts), 2) as average_attempts,
    count(*) as total_failed_events,
    mode() within group (order by error) as most_common_error
  from event_queue
  where error is not null and last_attempt > now() - interval '7 days'
  group by name;

create view canaries_with_status as
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

create view config_scrapers_with_status as
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

create view topologies_with_status as
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

create view teams_with_status as
  select
    teams.id,
    teams.name,
    teams.icon,
    teams.spec,
    teams.source,
    teams.created_by,
    teams.created_at,
    teams.updated_at,
    teams.deleted_at,
    job.*
  from teams
  left join lateral relay.last_job(teams.id) as job on true;

create view integrations_with_status as
  select
    integration.id,
    integration.name,
    integration.description,
    integration.integration_type,
    integration.source,
    integration.agent_id,
    integration.created_at,
    integration.updated_at,
    integration.deleted_at,
    integration.created_by,
    case when agents.id is not null then jsonb_build_object('id', agents.id, 'name', agents.name) end as agent,
    people.name as creator_name,
    people.avatar as creator_avatar,
    people.title as creator_title,
    people.email as creator_email,
    job.*
  from (
    select
      id, name, description, 'scrapers' as integration_type, source, agent_id, created_at, updated_at, deleted_at, created_by
    from config_scrapers
    union all
    select id, name, null, 'topologies', source, agent_id, created_at, updated_at, deleted_at, created_by
    from topologies
    union all
    select id, name, null, 'logging_backends', source, agent_id, created_at, updated_at, deleted_at, created_by
    from logging_backends
  ) as integration
  left join agents on agents.id = integration.agent_id
  left join people on people.id = integration.created_by
  left join lateral relay.last_job(integration.id) as job on true;
