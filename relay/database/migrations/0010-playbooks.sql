-- Playbooks, their runs, and the output of their actions.

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
create trigger playbooks_notify after insert or update or delete on playbooks
  for each row execute function relay.notify_table_activity();
create trigger playbooks_notify_updated after insert or update or delete on playbooks
  for each row execute function relay.notify_playbook();
create trigger playbooks_raise_approval after update on playbooks for each row
  when (old.spec -> 'approval' is distinct from new.spec -> 'approval' and new.deleted_at is null)
  execute function relay.raise_approval_spec_event();

create table playbook_runs (
  id uuid primary key default generate_ulid(),
  playbook_id uuid not null constraint playbook_run_playbook_id_fkey references playbooks,
  parent_id uuid constraint playbook_run_parent_id_fkey references playbook_runs,
  agent_id uuid default '00000000-0000-0000-0000-000000000000'
    constraint playbook_run_agent_id_fkey references agents,
  check_id uuid constraint playbook_run_check_id_fkey references checks,
  config_id uuid constraint playbook_run_config_id_fkey references config_items,
  component_id uuid constraint playbook_run_component_id_fkey references components,
  notification_send_id uuid,
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
create index playbook_runs_status_idx on playbook_runs (status)
  where status not in ('completed', 'failed', 'cancelled', 'timed_out');
create index playbook_runs_config_id_idx on playbook_runs (config_id) where config_id is not null;
create index playbook_runs_component_id_idx on playbook_runs (component_id) where component_id is not null;
create index playbook_runs_check_id_idx on playbook_runs (check_id) where check_id is not null;
create index playbook_runs_parent_id_idx on playbook_runs (parent_id) where parent_id is not null;
comment on column playbook_runs.timeout is 'nanoseconds';
create trigger playbook_runs_notify_created after insert on playbook_runs
  for each row execute function relay.notify_playbook_run();
create trigger playbook_runs_notify_scheduled after update on playbook_runs for each row
  when (old.status is distinct from new.status and new.status = 'scheduled')
  execute function relay.notify_playbook_run();
create trigger playbook_runs_audit_started after insert on playbook_runs
  for each row execute function relay.audit_run();
create trigger playbook_runs_audit_changed after update of status on playbook_runs for each row
  when (
    old.status is distinct from new.status and nullif(current_setting('quarterdeck.actor', true), '') is not null
  ) execute function relay.audit_run();

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
create trigger playbook_run_actions_notify_ended after update on playbook_run_actions for each row
  when (old.end_time is null and new.end_time is not null and new.agent_id is not null)
  execute function relay.notify_action_ended();
create trigger playbook_run_actions_notify_created after insert on playbook_run_actions
  for each row execute function relay.notify_playbook_action();
create trigger playbook_run_actions_notify_scheduled after update on playbook_run_actions for each row
  when (old.status is distinct from new.status and new.status = 'scheduled')
  execute function relay.notify_playbook_action();

create table playbook_approvals (
  id uuid primary key default generate_ulid(),
  run_id uuid not null constraint playbook_approval_run_id_fkey references playbook_runs on delete cascade,
  person_id uuid constraint playbook_approval_person_approver_fkey references people,
  team_id uuid constraint playbook_approval_team_approver_fkey references teams,
  created_at timestamptz not null default now()
);
create index playbook_approvals_run_id_idx on playbook_approvals (run_id);
create trigger playbook_approvals_raise after insert on playbook_approvals
  for each row execute function relay.raise_approval_event();

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
create index artifacts_playbook_run_action_id_idx on artifacts (playbook_run_action_id)
  where playbook_run_action_id is not null;
comment on column artifacts.size is 'bytes';

create table relay.playbook_run_claims (
  run_id uuid primary key references playbook_runs on delete cascade,
  instance_id uuid not null
);

create table relay.playbook_action_log_chunks (
  action_id uuid not null references playbook_run_actions on delete cascade,
  first_line bigint not null,
  line_count integer not null,
  has_ansi boolean not null,
  replaced_lines integer not null,
  long_lines integer not null,
  body text not null,
  primary key (action_id, first_line)
);
comment on column relay.playbook_action_log_chunks.body is 'a JSON list of [number, stream, time in ms, text]';
comment on column relay.playbook_action_log_chunks.has_ansi is 'in this chunk or one before it';
comment on column relay.playbook_action_log_chunks.replaced_lines is 'in this chunk and those before it';
comment on column relay.playbook_action_log_chunks.long_lines is 'in this chunk and those before it';

create table relay.playbook_action_log_losses (
  action_id uuid primary key references playbook_run_actions on delete cascade,
  reason text not null
);
comment on table relay.playbook_action_log_losses is 'what of an output was not kept, and why, as a sentence';

create unlogged table relay.playbook_open_lines (
  action_id uuid primary key references playbook_run_actions on delete cascade,
  lines text not null
);
comment on column relay.playbook_open_lines.lines is 'a JSON list of lines that have not ended yet, as in playbook_action_log_chunks.body';
