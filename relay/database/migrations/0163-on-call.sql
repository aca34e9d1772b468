-- Who of a team is on call, and rules that tell whoever that is.

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

create table on_call_stand_ins (
  id uuid primary key default generate_ulid(),
  team_id uuid not null constraint on_call_stand_ins_team_id_fkey references teams on delete cascade,
  person_id uuid not null constraint on_call_stand_ins_person_id_fkey references people,
  "from" timestamptz not null,
  until timestamptz not null,
  created_by uuid constraint on_call_stand_ins_created_by_fkey references people,
  created_at timestamptz not null default now(),
  check (until > "from")
);
create trigger on_call_rotations_90_touch before update on on_call_rotations for each row
  when (old.* is distinct from new.*) execute function relay.touch();
create trigger on_call_rotations_audit after insert or update or delete on on_call_rotations
  for each row execute function relay.audit('team_id', 'updated_at');
create trigger on_call_stand_ins_audit after insert or update or delete on on_call_stand_ins
  for each row execute function relay.audit('team_id');
create index on_call_stand_ins_team_id_idx on on_call_stand_ins (team_id, until);

alter table notifications
  add on_call_team_id uuid constraint notifications_on_call_team_id_fkey references teams,
  add fallback_on_call_team_id uuid constraint notifications_fallback_on_call_team_id_fkey references teams;

create or replace view notifications_summary as
  select
    notifications.id,
    notifications.name,
    notifications.namespace,
    notifications.error,
    notifications.title,
    notifications.events,
    notifications.filter,
    notifications.person_id,
    notifications.team_id,
    notifications.custom_services,
    notifications.created_at,
    notifications.updated_at,
    notifications.created_by,
    notifications.source,
    notifications.repeat_interval,
    notifications.wait_for,
    (
      select count(*) from event_queue
      where event_queue.name = 'notification.send'
        and event_queue.properties ->> 'notification_id' = notifications.id::text
    ) as pending,
    sends.avg_duration_ms,
    sends.failed,
    sends.sent,
    sends.most_common_error,
    sends.last_failed_at,
    notifications.on_call_team_id
  from notifications
  cross join lateral (
    select
      round(avg(duration_millis) filter (where error is not null), 2) as avg_duration_ms,
      count(*) filter (where error is not null) as failed,
      count(*) filter (where status = 'sent') as sent,
      mode() within group (order by error) as most_common_error,
      max(created_at) filter (where error is not null) as last_failed_at
    from notification_send_history
    where notification_send_history.notification_id = notifications.id
  ) as sends
  where notifications.deleted_at is null;
