create or replace view job_histories as
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

create or replace view job_history_names as
  select distinct name from job_history where name is not null;

create or replace view job_history_latest_status as
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

create or replace view event_queue_summary as
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

create or replace view failed_events as
  select
    name,
    count(distinct error) as unique_errors,
    round(avg(attempts), 2) as average_attempts,
    count(*) as total_failed_events,
    mode() within group (order by error) as most_common_error
  from event_queue
  where error is not null and last_attempt > now() - interval '7 days'
  group by name;

create or replace view push_queue_summary as
  select 'topologies' as "table", count(*) as count from topologies where not is_pushed
  union all select 'components', count(*) from components where not is_pushed
  union all select 'canaries', count(*) from canaries where not is_pushed
  union all select 'checks', count(*) from checks where not is_pushed
  union all select 'check_statuses', count(*) from check_statuses where not is_pushed
  union all select 'config_scrapers', count(*) from config_scrapers where not is_pushed
  union all select 'config_items', count(*) from config_items where not is_pushed
  union all select 'config_changes', count(*) from config_changes where not is_pushed
  union all select 'config_analysis', count(*) from config_analysis where not is_pushed
  union all select 'job_history', count(*) from job_history where not is_pushed
  union all select 'playbook_run_actions', count(*) from playbook_run_actions where not is_pushed
  union all select 'artifacts', count(*) from artifacts where not is_pushed;

create or replace view integrations_with_status as
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

-- The migrations of this database, as clients of production ask for them; the offset keeps PostgreSQL from writing through it.
create or replace view migration_logs as
select name::varchar(255) as path, decode(checksum, 'hex') as hash, applied_at as updated_at from relay.migrations offset 0;
