-- What the playbook engine keeps for itself: who carries out a run, and what actions printed.

create table relay.playbook_runners (
  id uuid primary key,
  host text not null,
  pid integer not null,
  seen_at timestamptz not null default now()
);

create table relay.playbook_run_claims (
  run_id uuid primary key references playbook_runs on delete cascade,
  runner_id uuid not null
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

create table relay.playbook_action_log_losses (
  action_id uuid primary key references playbook_run_actions on delete cascade,
  reason text not null
);
comment on table relay.playbook_action_log_losses is 'what of an output was not kept, and why, as a sentence';

create index playbook_runs_status_idx on playbook_runs (status)
  where status not in ('completed', 'failed', 'cancelled', 'timed_out');
create index playbook_runs_config_id_idx on playbook_runs (config_id) where config_id is not null;
create index playbook_runs_component_id_idx on playbook_runs (component_id) where component_id is not null;
create index playbook_runs_check_id_idx on playbook_runs (check_id) where check_id is not null;
create index playbook_runs_parent_id_idx on playbook_runs (parent_id) where parent_id is not null;
create index artifacts_playbook_run_action_id_idx on artifacts (playbook_run_action_id)
  where playbook_run_action_id is not null;
create index playbook_approvals_run_id_idx on playbook_approvals (run_id);
