-- Playbooks, their runs, connections, and whom to tell what. A run may come from a notification and a notification may
-- start a playbook, hence one file.

create table connections (
  id uuid primary key default generate_ulid(),
  name text not null,
  namespace text not null default 'default',
  type text not null,
  source source,
  url text,
  username text,
  password text,
  certificate text,
  properties jsonb,
  insecure_tls boolean default true,
  created_by uuid constraint connections_created_by_fkey references people,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index connections_name_namespace_key on connections (name, namespace) where deleted_at is null;

create table playbooks (
  id uuid primary key default generate_ulid(),
  namespace text not null default 'default',
  name text not null,
  title text not null default '',
  category text not null default '',
  icon text,
  description text,
  spec jsonb not null,
  source source not null,
  tags jsonb,
  created_by uuid constraint playbook_created_by_fkey references people,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index playbooks_namespace_name_category_key
  on playbooks (namespace, name, category) where deleted_at is null;

create table notifications (
  id uuid primary key default generate_ulid(),
  name text not null default generate_ulid()::text,
  namespace text,
  events text[] not null,
  title text,
  template text,
  filter text,
  error text,
  properties jsonb,
  playbook_id uuid constraint notifications_playbook_id_fkey references playbooks,
  person_id uuid constraint notification_person_id_fkey references people,
  team_id uuid constraint notification_team_id_fkey references teams,
  custom_services jsonb,
  fallback_playbook_id uuid constraint notifications_fallback_playbook_id_fkey references playbooks,
  fallback_person_id uuid constraint notifications_fallback_person_id_fkey references people,
  fallback_team_id uuid constraint notifications_fallback_team_id_fkey references teams,
  fallback_custom_services jsonb,
  fallback_delay bigint,
  repeat_interval text,
  wait_for bigint,
  wait_for_eval_period bigint,
  group_by text[],
  inhibitions jsonb,
  source source,
  created_by uuid constraint notification_created_by_fkey references people,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index notifications_name_namespace_key
  on notifications (name, namespace) nulls not distinct where deleted_at is null;
comment on column notifications.wait_for is 'nanoseconds';
comment on column notifications.wait_for_eval_period is 'nanoseconds';
comment on column notifications.fallback_delay is 'nanoseconds';

create table notification_silences (
  id uuid primary key default generate_ulid(),
  name text not null default generate_ulid()::text,
  namespace text,
  description text,
  filter text,
  selectors jsonb,
  error text,
  "from" timestamptz,
  until timestamptz,
  recursive boolean,
  source source,
  config_id uuid constraint notification_silence_config_id_fkey references config_items,
  check_id uuid constraint notification_silence_check_id_fkey references checks,
  canary_id uuid constraint notification_silence_canary_id_fkey references canaries,
  component_id uuid constraint notification_silence_component_id_fkey references components,
  created_by uuid constraint notification_silence_created_by_fkey references people,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table notification_send_history (
  id uuid primary key default generate_ulid(),
  notification_id uuid not null constraint notification_id_fkey references notifications,
  parent_id uuid constraint parent_id_fkey references notification_send_history,
  silenced_by uuid constraint notification_send_history_silenced_by_fkey references notification_silences,
  person_id uuid constraint notification_recipient_person_id_fkey references people,
  team_id uuid constraint notification_send_history_team_id_fkey references teams,
  connection_id uuid constraint notification_send_history_connection_id_fkey references connections,
  playbook_run_id uuid,
  resource_id uuid not null,
  source_event text not null,
  status text,
  count integer not null default 1,
  retries integer,
  body text,
  error text,
  payload jsonb,
  group_by_hash text not null default '',
  duration_millis integer,
  not_before timestamptz,
  first_observed timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index notification_send_history_created_at_idx on notification_send_history (created_at desc);
create index notification_send_history_notification_id_idx on notification_send_history (notification_id);

create table playbook_runs (
  id uuid primary key default generate_ulid(),
  playbook_id uuid not null constraint playbook_run_playbook_id_fkey references playbooks,
  parent_id uuid constraint playbook_run_parent_id_fkey references playbook_runs,
  agent_id uuid default '00000000-0000-0000-0000-000000000000'
    constraint playbook_run_agent_id_fkey references agents,
  check_id uuid constraint playbook_run_check_id_fkey references checks,
  config_id uuid constraint playbook_run_config_id_fkey references config_items,
  component_id uuid constraint playbook_run_component_id_fkey references components,
  notification_send_id uuid constraint playbook_run_notification_send_id_fkey references notification_send_history,
  status text not null default 'scheduled',
  spec jsonb not null default '{}',
  parameters jsonb,
  request jsonb,
  timeout bigint not null default 1800000000000,
  error text,
  scheduled_time timestamptz not null default now(),
  start_time timestamptz,
  end_time timestamptz,
  created_by uuid constraint playbook_run_created_by_fkey references people,
  created_at timestamptz not null default now()
);
create index playbook_runs_created_at_idx on playbook_runs (created_at desc);
create index playbook_runs_playbook_id_idx on playbook_runs (playbook_id);
comment on column playbook_runs.timeout is 'nanoseconds';

alter table notification_send_history
  add constraint notification_send_history_playbook_run_id_fkey foreign key (playbook_run_id) references playbook_runs;

create table playbook_run_actions (
  id uuid primary key default generate_ulid(),
  playbook_run_id uuid constraint playbook_run_playbook_run_id_fkey references playbook_runs,
  agent_id uuid default '00000000-0000-0000-0000-000000000000'
    constraint playbook_run_agent_id_fkey references agents,
  name text not null,
  status text not null default 'running',
  result jsonb,
  error text,
  retry_count integer,
  scheduled_time timestamptz not null default now(),
  start_time timestamptz,
  end_time timestamptz,
  is_pushed boolean not null default false
);
create index playbook_run_actions_playbook_run_id_idx on playbook_run_actions (playbook_run_id);

create table playbook_approvals (
  id uuid primary key default generate_ulid(),
  run_id uuid not null constraint playbook_approval_run_id_fkey references playbook_runs on delete cascade,
  person_id uuid constraint playbook_approval_person_approver_fkey references people,
  team_id uuid constraint playbook_approval_team_approver_fkey references teams,
  created_at timestamptz not null default now()
);

create table playbook_action_agent_data (
  action_id uuid not null
    constraint playbook_action_template_env_agent_action_id_fkey references playbook_run_actions on delete cascade,
  run_id uuid not null,
  playbook_id uuid not null,
  spec jsonb not null,
  env jsonb
);

create table artifacts (
  id uuid primary key default generate_ulid(),
  check_id uuid constraint artifacts_checks_fkey references checks,
  check_time timestamptz,
  playbook_run_action_id uuid constraint artifacts_playbook_run_action_fkey references playbook_run_actions,
  connection_id uuid,
  path text not null,
  filename text not null,
  size integer not null,
  content_type text,
  checksum text not null,
  expires_at timestamptz,
  is_pushed boolean not null default false,
  is_data_pushed boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
comment on column artifacts.size is 'bytes';
