-- What happens to things is kept, in the transaction that makes it so, until it was decided whom to tell of it; and what was decided
-- is kept, so that "why was I told, why not" has an answer.

create index event_queue_taking_idx on event_queue (created_at, id);
create index notification_send_history_group_idx on notification_send_history (group_by_hash)
  where status = 'pending' and group_by_hash <> '';
create index notification_send_history_parent_idx on notification_send_history (parent_id) where parent_id is not null;

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

-- Nothing is kept that no rule waits for.
create function relay.raise_event(event text, about jsonb) returns void language sql as $$
  insert into event_queue (name, properties)
  select event, about || jsonb_build_object('at', clock_timestamp())
  where exists (select 1 from notifications where deleted_at is null and event = any(events))
$$;

create function relay.raise_check_event() returns trigger language plpgsql as $$
begin
  if new.status = 'unhealthy' then
    perform relay.raise_event('check.failed', jsonb_build_object('id', new.id, 'last_runtime', new.last_runtime));
  elsif coalesce(old.status, '') <> '' then
    perform relay.raise_event('check.passed', jsonb_build_object('id', new.id, 'last_runtime', new.last_runtime));
  end if;
  return null;
end $$;
create trigger checks_raise after update on checks for each row
  when (old.status is distinct from new.status and new.status in ('healthy', 'unhealthy'))
  execute function relay.raise_check_event();

-- The health of items and components, the first argument saying of which.
create function relay.raise_health_event() returns trigger language plpgsql as $$
declare
  health constant text := coalesce(nullif(new.health, ''), 'unknown');
begin
  if health in ('healthy', 'unhealthy', 'warning', 'unknown') then
    perform relay.raise_event(
      tg_argv[0] || '.' || health,
      jsonb_build_object('id', new.id, 'status', coalesce(new.status, ''), 'description', coalesce(new.description, ''))
    );
  end if;
  return null;
end $$;
create trigger config_items_raise_health after update on config_items for each row
  when (coalesce(nullif(old.health, ''), 'unknown') <> coalesce(nullif(new.health, ''), 'unknown') and new.deleted_at is null)
  execute function relay.raise_health_event('config');
create trigger config_items_raise_first after insert on config_items for each row
  when (new.health in ('unhealthy', 'warning')) execute function relay.raise_health_event('config');
create trigger components_raise_health after update on components for each row
  when (coalesce(nullif(old.health, ''), 'unknown') <> coalesce(nullif(new.health, ''), 'unknown') and new.deleted_at is null)
  execute function relay.raise_health_event('component');
create trigger components_raise_first after insert on components for each row
  when (new.health in ('unhealthy', 'warning')) execute function relay.raise_health_event('component');

create function relay.raise_created_configs() returns trigger language plpgsql as $$
begin
  if exists (select 1 from notifications where deleted_at is null and 'config.created' = any(events)) then
    insert into event_queue (name, properties)
    select 'config.created', jsonb_build_object('id', id, 'at', clock_timestamp()) from added;
  end if;
  return null;
end $$;
create trigger config_items_raise_created after insert on config_items referencing new table as added
  for each statement execute function relay.raise_created_configs();

create function relay.raise_deleted_config() returns trigger language plpgsql as $$
begin
  perform relay.raise_event('config.deleted', jsonb_build_object('id', new.id));
  return null;
end $$;
create trigger config_items_raise_deleted after update on config_items for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function relay.raise_deleted_config();

create function relay.raise_config_changes() returns trigger language plpgsql as $$
begin
  insert into event_queue (name, properties)
  select event, jsonb_build_object('id', config_id, 'change_id', change_id)
  from (
    select id as change_id, config_id, case change_type when 'diff' then 'config.updated' else 'config.changed' end as event
    from added
  ) as changed
  where exists (select 1 from notifications where deleted_at is null and event = any(events))
  on conflict do nothing;
  return null;
end $$;
create trigger config_changes_raise after insert on config_changes referencing new table as added
  for each statement execute function relay.raise_config_changes();

create function relay.raise_incident_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform relay.raise_event('incident.created', jsonb_build_object('id', new.id));
  else
    perform relay.raise_event('incident.status.' || new.status, jsonb_build_object('id', new.id));
  end if;
  return null;
end $$;
create trigger incidents_raise_created after insert on incidents for each row execute function relay.raise_incident_event();
create trigger incidents_raise_status after update on incidents for each row
  when (old.status is distinct from new.status) execute function relay.raise_incident_event();

create function relay.raise_responder_event() returns trigger language plpgsql as $$
begin
  perform relay.raise_event(
    case when tg_op = 'INSERT' then 'incident.responder.added' else 'incident.responder.removed' end,
    jsonb_build_object('id', new.id)
  );
  return null;
end $$;
create trigger responders_raise_added after insert on responders for each row execute function relay.raise_responder_event();
create trigger responders_raise_removed after update on responders for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function relay.raise_responder_event();

create function relay.raise_comment_event() returns trigger language plpgsql as $$
begin
  perform relay.raise_event('incident.comment.added', jsonb_build_object('id', new.id));
  return null;
end $$;
create trigger comments_raise after insert on comments for each row execute function relay.raise_comment_event();

create function relay.raise_evidence_event() returns trigger language plpgsql as $$
declare
  was constant boolean := case tg_op when 'UPDATE' then coalesce(old.definition_of_done, false) else false end;
  was_done constant boolean := case tg_op when 'UPDATE' then coalesce(old.done, false) else false end;
  is_now constant boolean := coalesce(new.definition_of_done, false);
begin
  if is_now and not was then
    perform relay.raise_event('incident.dod.added', jsonb_build_object('id', new.id));
  elsif was and not is_now then
    perform relay.raise_event('incident.dod.removed', jsonb_build_object('id', new.id));
  end if;
  if is_now and coalesce(new.done, false) <> was_done then
    perform relay.raise_event(
      case when new.done then 'incident.dod.passed' else 'incident.dod.regressed' end, jsonb_build_object('id', new.id)
    );
  end if;
  return null;
end $$;
create trigger evidences_raise after insert or update of definition_of_done, done on evidences
  for each row execute function relay.raise_evidence_event();

create function relay.raise_approval_spec_event() returns trigger language plpgsql as $$
begin
  perform relay.raise_event('playbook.spec.approval.updated', jsonb_build_object('id', new.id));
  return null;
end $$;
create trigger playbooks_raise_approval after update on playbooks for each row
  when (old.spec -> 'approval' is distinct from new.spec -> 'approval' and new.deleted_at is null)
  execute function relay.raise_approval_spec_event();

create function relay.raise_approval_event() returns trigger language plpgsql as $$
begin
  perform relay.raise_event('playbook.approval.inserted', jsonb_build_object('id', new.id, 'run_id', new.run_id));
  return null;
end $$;
create trigger playbook_approvals_raise after insert on playbook_approvals
  for each row execute function relay.raise_approval_event();

-- What messages can be about is more than it was.
create or replace view notification_send_history_summary as
  select
    send.id,
    send.notification_id,
    send.parent_id,
    send.silenced_by,
    send.person_id,
    send.team_id,
    send.connection_id,
    send.playbook_run_id,
    send.resource_id,
    send.source_event,
    send.status,
    send.count,
    send.retries,
    send.body,
    send.error,
    send.payload,
    send.group_by_hash,
    send.duration_millis,
    send.not_before,
    send.first_observed,
    send.created_at,
    case split_part(send.source_event, '.', 1)
      when 'config' then 'config'
      when 'component' then 'component'
      when 'check' then 'check'
      when 'canary' then 'canary'
      when 'incident' then 'incident'
      when 'playbook' then 'playbook'
    end as resource_type,
    case split_part(send.source_event, '.', 1)
      when 'config' then (
        select jsonb_build_object('id', id, 'name', name, 'type', type, 'config_class', config_class)
        from config_items where config_items.id = send.resource_id
      )
      when 'component' then (
        select jsonb_build_object('id', id, 'name', name, 'type', type, 'icon', icon)
        from components where components.id = send.resource_id
      )
      when 'check' then (
        select jsonb_build_object('id', id, 'name', name, 'type', type, 'status', status, 'icon', icon)
        from checks where checks.id = send.resource_id
      )
      when 'canary' then (
        select jsonb_build_object('id', id, 'name', name) from canaries where canaries.id = send.resource_id
      )
      when 'incident' then (
        select jsonb_build_object('id', id, 'name', incident_id || ' ' || title, 'type', type, 'status', status)
        from incidents where incidents.id = send.resource_id
      )
      when 'playbook' then (
        select jsonb_build_object('id', id, 'name', coalesce(nullif(title, ''), name)) from playbooks
        where playbooks.id = send.resource_id
      )
    end as resource,
    (
      select jsonb_build_object(
        'id', playbook_runs.id, 'playbook_id', playbook_runs.playbook_id, 'status', playbook_runs.status,
        'playbook_name', coalesce(nullif(playbooks.title, ''), playbooks.name)
      )
      from playbook_runs join playbooks on playbooks.id = playbook_runs.playbook_id
      where playbook_runs.id = send.playbook_run_id
    ) as playbook_run
  from notification_send_history as send;

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

create function relay.end_silences() returns trigger language plpgsql as $$
begin
  update notification_silences set until = now()
   where deleted_at is null and (until is null or until > now())
     and id in (select silence_id from notification_silence_terms where until_recovers)
     and new.id = case tg_argv[0] when 'check' then check_id when 'config' then config_id else component_id end;
  return null;
end $$;
create trigger checks_end_silences after update on checks for each row
  when (old.status is distinct from new.status and new.status = 'healthy') execute function relay.end_silences('check');
create trigger config_items_end_silences after update on config_items for each row
  when (old.health is distinct from new.health and new.health = 'healthy') execute function relay.end_silences('config');
create trigger components_end_silences after update on components for each row
  when (old.health is distinct from new.health and new.health = 'healthy') execute function relay.end_silences('component');
