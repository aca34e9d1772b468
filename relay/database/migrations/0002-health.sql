-- Canaries, their checks and what the checks found.

create table canaries (
  id uuid primary key default generate_ulid(),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'
    constraint canaries_agent_id_fkey references agents,
  name text not null,
  namespace text not null,
  labels jsonb,
  annotations jsonb,
  spec jsonb not null,
  source text,
  is_pushed boolean not null default false,
  created_by uuid constraint canaries_created_by_fkey references people,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  deleted_at timestamptz
);
create unique index canaries_agent_id_name_namespace_source_key
  on canaries (agent_id, name, namespace, source) nulls not distinct
  where deleted_at is null and agent_id = '00000000-0000-0000-0000-000000000000';

create table checks (
  id uuid primary key default generate_ulid(),
  canary_id uuid not null constraint checks_canary_id_fkey references canaries,
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'
    constraint checks_agent_id_fkey references agents,
  type text not null,
  name text not null,
  namespace text,
  description text,
  icon text,
  owner text,
  severity text,
  category text,
  labels jsonb,
  spec jsonb,
  status text,
  transformed boolean default false,
  last_runtime timestamptz,
  next_runtime timestamptz,
  last_transition_time timestamptz,
  silenced_at timestamptz,
  is_pushed boolean not null default false,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  deleted_at timestamptz,
  constraint checks_canary_id_type_name_agent_id_key unique (canary_id, type, name, agent_id)
);

create table check_statuses (
  check_id uuid not null constraint check_statuses_check_id_fkey references checks on delete cascade,
  time timestamptz not null,
  status boolean,
  invalid boolean,
  duration integer,
  message text,
  error text,
  severity text,
  details jsonb,
  is_pushed boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (check_id, time)
);
create index check_statuses_time_idx on check_statuses (time);
comment on column check_statuses.duration is 'milliseconds';

create table check_statuses_1h (
  check_id uuid not null constraint check_statuses_aggr_check_id_fkey references checks on delete cascade,
  created_at timestamptz not null,
  duration integer not null,
  total integer not null,
  passed integer not null,
  failed integer not null,
  primary key (check_id, created_at)
);
comment on column check_statuses_1h.created_at is 'the beginning of the hour';
comment on column check_statuses_1h.duration is 'milliseconds, all results of the hour together';

create table check_statuses_1d (
  check_id uuid not null constraint check_statuses_aggr_check_id_fkey references checks on delete cascade,
  created_at timestamptz not null,
  duration integer not null,
  total integer not null,
  passed integer not null,
  failed integer not null,
  primary key (check_id, created_at)
);
comment on column check_statuses_1d.created_at is 'the beginning of the day, UTC';
comment on column check_statuses_1d.duration is 'milliseconds, all results of the day together';

create view check_statuses_5m as
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
