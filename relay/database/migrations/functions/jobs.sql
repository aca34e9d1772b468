create or replace function relay.last_job(of_resource uuid) returns table (
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

create or replace function relay.notify_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('event_queue_updates', new.name);
  return null;
end $$;

-- The shards that a relay still owns. Their rows are locked until the transaction ends, so that no other relay takes them over
-- before its results are stored.
create or replace function relay.held_shards(shards integer[], epochs bigint[]) returns setof integer language sql as $$
  select held.shard from relay.work_shards as held
    join unnest(shards, epochs) as claim (shard, epoch) on held.shard = claim.shard and held.epoch = claim.epoch
   order by held.shard
   for share of held
$$;

create or replace function relay.assert_shard_held(shard integer, epoch bigint) returns void language plpgsql as $$
begin
  perform relay.held_shards(array[shard], array[epoch]);
  if not found then
    raise exception 'Another relay instance has taken over this work.' using errcode = 'QD001';
  end if;
end $$;
