-- Job history, the event queue, and the running relay instances.

create table job_history (
  id uuid primary key default generate_ulid(),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'
    constraint job_history_agent_id_fkey references agents,
  name text,
  hostname text,
  resource_type text,
  resource_id text,
  status text,
  success_count integer,
  error_count integer,
  duration_millis integer,
  details jsonb,
  time_start timestamptz,
  time_end timestamptz,
  is_pushed boolean not null default false,
  created_at timestamptz not null default now()
);
create index job_history_resource_id_time_start_idx on job_history (resource_id, time_start desc);
create index job_history_time_start_idx on job_history (time_start desc);
create index job_history_name_idx on job_history (name);

create table event_queue (
  id uuid primary key default generate_ulid(),
  name text not null,
  properties jsonb,
  error text,
  delay bigint,
  last_attempt timestamptz,
  attempts integer default 0,
  priority integer not null default 0,
  created_at timestamptz default now(),
  constraint event_queue_name_properties_key unique (name, properties)
);
create index event_queue_taking_idx on event_queue (created_at, id);
comment on column event_queue.delay is 'nanoseconds';
create trigger event_queue_notify after insert on event_queue for each row execute function relay.notify_event();

create table logging_backends (
  id uuid primary key default generate_ulid(),
  agent_id uuid default '00000000-0000-0000-0000-000000000000'
    constraint logging_backends_agent_id_fkey references agents,
  name text not null,
  labels jsonb,
  spec jsonb not null,
  source source,
  created_by uuid constraint logging_backends_created_by_fkey references people,
  created_at timestamptz not null default now(),
  updated_at timestamptz default now(),
  deleted_at timestamptz
);

create table saved_query (
  id uuid primary key default generate_ulid(),
  icon text,
  description text,
  query text not null,
  columns jsonb,
  created_by text,
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);

create table relay.instances (
  id uuid constraint playbook_runners_pkey primary key,
  host text not null,
  pid integer not null,
  seen_at timestamptz not null default now()
);
