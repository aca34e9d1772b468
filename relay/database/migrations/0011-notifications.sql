-- Notification rules, silences, sent messages and decisions; on-call duty; devices of people.

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
create trigger notifications_10_clear_error before update on notifications for each row
  when (
    old.error is not null and old.error is not distinct from new.error
    and (old.filter, old.title, old.template) is distinct from (new.filter, new.title, new.template)
  ) execute function relay.clear_error();
create trigger notifications_notify after insert or update or delete on notifications
  for each row execute function relay.notify_table_activity();

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
create trigger notification_silences_10_clear_error before update on notification_silences for each row
  when (
    old.error is not null and old.error is not distinct from new.error and old.filter is distinct from new.filter
  ) execute function relay.clear_error();

-- When a silence holds, beside its beginning and its end: in windows that come again, or until what it is about is well again.
create table notification_silence_terms (
  silence_id uuid primary key constraint notification_silence_terms_silence_id_fkey references notification_silences
    on delete cascade,
  window_days smallint[],
  window_from text,
  window_to text,
  window_zone text,
  until_recovers boolean not null default false
);

create table notification_send_history (
  id uuid primary key default generate_ulid(),
  notification_id uuid not null constraint notification_id_fkey references notifications,
  parent_id uuid constraint parent_id_fkey references notification_send_history,
  silenced_by uuid constraint notification_send_history_silenced_by_fkey references notification_silences,
  person_id uuid constraint notification_recipient_person_id_fkey references people,
  team_id uuid constraint notification_send_history_team_id_fkey references teams,
  connection_id uuid constraint notification_send_history_connection_id_fkey references connections,
  playbook_run_id uuid constraint notification_send_history_playbook_run_id_fkey references playbook_runs,
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
-- What is to be sent is looked for by when it is due, and what was sent of a thing by a rule by when that was.
create index notification_send_history_due_idx on notification_send_history (not_before)
  where status in ('pending', 'evaluating-waitfor');
create index notification_send_history_repeat_idx
  on notification_send_history (notification_id, resource_id, source_event, created_at desc);
create index notification_send_history_group_idx on notification_send_history (group_by_hash)
  where status = 'pending' and group_by_hash <> '';
create index notification_send_history_parent_idx on notification_send_history (parent_id) where parent_id is not null;
-- The last message of a rule that came to an end is looked for each time that somebody asks how the console is.
create index notification_send_history_ended_idx on notification_send_history (notification_id, created_at desc)
  where parent_id is null and status in ('sent', 'error');
-- Each member of a group has a row of its own; `payload.lead` is the id of the message that is sent for it.
create index notification_send_history_lead_idx on notification_send_history ((payload ->> 'lead'))
  where payload ->> 'lead' is not null;
create index notification_send_history_run_idx on notification_send_history (playbook_run_id)
  where status = 'pending_playbook_completion';

create table relay.notification_decisions (
  id uuid primary key default generate_ulid(),
  decided_at timestamptz not null default now(),
  happened_at timestamptz not null,
  event text not null,
  resource_kind text not null,
  resource_id uuid not null,
  resource_name text not null,
  -- Everybody whom a rule would have told, whether it did or not.
  people uuid[] not null default '{}',
  -- Every rule in the order in which they were looked at, with the step that decided.
  rules jsonb not null
);
create index notification_decisions_resource_idx on relay.notification_decisions (resource_id, happened_at desc);
create index notification_decisions_happened_idx on relay.notification_decisions (happened_at desc);
create index notification_decisions_people_idx on relay.notification_decisions using gin (people);

-- Who of a team is on call. Rules that tell whoever that is name the team among their services.
create table on_call_rotations (
  team_id uuid primary key constraint on_call_rotations_team_id_fkey references teams on delete cascade,
  people uuid[] not null check (cardinality(people) between 1 and 100),
  shift_days smallint not null check (shift_days between 1 and 28),
  hand_over text not null,
  zone text not null,
  starts_on text not null,
  created_by uuid constraint on_call_rotations_created_by_fkey references people,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger on_call_rotations_audit after insert or update or delete on on_call_rotations
  for each row execute function relay.audit('team_id', 'updated_at');

create table on_call_overrides (
  id uuid primary key default generate_ulid(),
  team_id uuid not null constraint on_call_overrides_team_id_fkey references teams on delete cascade,
  person_id uuid not null constraint on_call_overrides_person_id_fkey references people,
  "from" timestamptz not null,
  until timestamptz not null,
  created_by uuid constraint on_call_overrides_created_by_fkey references people,
  created_at timestamptz not null default now(),
  check (until > "from")
);
create index on_call_overrides_team_id_idx on on_call_overrides (team_id, until);
create trigger on_call_overrides_audit after insert or update or delete on on_call_overrides
  for each row execute function relay.audit('team_id');

-- What people want of the messages that are for them.
create table relay.personal_notifications (
  person_id uuid primary key references people on delete cascade,
  least_severity text,
  quiet_days smallint[],
  quiet_from text,
  quiet_to text,
  quiet_zone text
);

create table relay.unsubscribed_rules (
  person_id uuid not null references people on delete cascade,
  notification_id uuid not null references notifications on delete cascade,
  at timestamptz not null default now(),
  primary key (person_id, notification_id)
);

-- Browsers that take pushes for people, and the one key that this installation signs them with.
create table relay.push_keys (
  id smallint primary key check (id = 1),
  public_key text not null,
  -- Sealed.
  private_key text not null,
  created_at timestamptz not null default now()
);

create table relay.push_subscriptions (
  -- Made of the endpoint.
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  device text not null,
  endpoint text not null unique,
  p256dh text not null,
  -- Sealed.
  auth text not null,
  added_at timestamptz not null default now(),
  reached_at timestamptz
);
create index push_subscriptions_person_id_idx on relay.push_subscriptions (person_id, added_at);

alter table playbook_runs
  add constraint playbook_run_notification_send_id_fkey foreign key (notification_send_id) references notification_send_history;
