-- Canaries, their checks and the results.

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
create trigger canaries_90_touch before update on canaries for each row
  when (old.spec is distinct from new.spec) execute function relay.touch();

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
create trigger checks_raise after update on checks for each row
  when (old.status is distinct from new.status and new.status in ('healthy', 'unhealthy'))
  execute function relay.raise_check_event();
create trigger checks_end_silences after update on checks for each row
  when (old.status is distinct from new.status and new.status = 'healthy') execute function relay.end_silences('check');
create trigger checks_end_acknowledgement after update of status on checks for each row
  when (new.status = 'healthy' and old.status is distinct from 'healthy')
  execute function relay.end_acknowledgement();

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

-- The last explained result of each check: details of single results are stored with turns only.
create table relay.check_reports (
  check_id uuid primary key references checks on delete cascade,
  report jsonb not null
);

create table relay.check_acknowledgements (
  check_id uuid primary key references checks on delete cascade,
  person_name text not null,
  note text not null default '',
  at timestamptz not null default now(),
  until timestamptz
);
