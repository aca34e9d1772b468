-- Nothing is kept that no rule waits for.
create or replace function relay.raise_event(event text, about jsonb) returns void language sql as $$
  insert into event_queue (name, properties)
  select event, about || jsonb_build_object('at', clock_timestamp())
  where exists (select 1 from notifications where deleted_at is null and event = any(events))
$$;

create or replace function relay.raise_check_event() returns trigger language plpgsql as $$
begin
  if new.status = 'unhealthy' then
    perform relay.raise_event('check.failed', jsonb_build_object('id', new.id, 'last_runtime', new.last_runtime));
  elsif coalesce(old.status, '') <> '' then
    perform relay.raise_event(
      'check.passed',
      jsonb_build_object(
        'id', new.id, 'last_runtime', new.last_runtime,
        'failed_for',
        case old.status when 'unhealthy' then extract(epoch from new.last_transition_time - old.last_transition_time) end
      )
    );
  end if;
  return null;
end $$;

-- The health of items and components, the first argument saying of which.
create or replace function relay.raise_health_event() returns trigger language plpgsql as $$
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

create or replace function relay.raise_created_configs() returns trigger language plpgsql as $$
begin
  if exists (select 1 from notifications where deleted_at is null and 'config.created' = any(events)) then
    insert into event_queue (name, properties)
    select 'config.created', jsonb_build_object('id', id, 'at', clock_timestamp()) from added;
  end if;
  return null;
end $$;

create or replace function relay.raise_deleted_config() returns trigger language plpgsql as $$
begin
  perform relay.raise_event('config.deleted', jsonb_build_object('id', new.id));
  insert into event_queue (name, properties)
  select 'playbook.config.deleted', jsonb_build_object('id', new.id, 'at', clock_timestamp())
  where exists (
    select from playbooks
     where deleted_at is null
       and jsonb_path_exists(spec, '$.on.config[*] ? (@.event == "deleted" || @.event == "config.deleted")')
  );
  return null;
end $$;

-- Leaves out changes by runs that a rule started: the rule would start its playbook again.
create or replace function relay.raise_config_changes() returns trigger language plpgsql as $$
begin
  insert into event_queue (name, properties)
  select event, jsonb_build_object('id', config_id, 'change_id', change_id)
  from (
    select id as change_id, config_id, case change_type when 'diff' then 'config.updated' else 'config.changed' end as event
    from added
    where case
      when source = 'playbook' then not exists (
        select from playbook_runs
         -- A scraped change can claim any source and name any run.
         where id = case when added.details ->> 'run_id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                         then (added.details ->> 'run_id')::uuid end
           and notification_send_id is not null
      )
      else true
    end
  ) as changed
  where exists (select 1 from notifications where deleted_at is null and event = any(events))
  on conflict do nothing;
  return null;
end $$;

create or replace function relay.raise_incident_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform relay.raise_event('incident.created', jsonb_build_object('id', new.id));
  else
    perform relay.raise_event('incident.status.' || new.status, jsonb_build_object('id', new.id));
  end if;
  return null;
end $$;

create or replace function relay.raise_responder_event() returns trigger language plpgsql as $$
begin
  perform relay.raise_event(
    case when tg_op = 'INSERT' then 'incident.responder.added' else 'incident.responder.removed' end,
    jsonb_build_object('id', new.id)
  );
  return null;
end $$;

create or replace function relay.raise_comment_event() returns trigger language plpgsql as $$
begin
  perform relay.raise_event('incident.comment.added', jsonb_build_object('id', new.id));
  return null;
end $$;

create or replace function relay.raise_evidence_event() returns trigger language plpgsql as $$
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

create or replace function relay.raise_approval_spec_event() returns trigger language plpgsql as $$
begin
  perform relay.raise_event('playbook.spec.approval.updated', jsonb_build_object('id', new.id));
  return null;
end $$;

create or replace function relay.raise_approval_event() returns trigger language plpgsql as $$
begin
  perform relay.raise_event('playbook.approval.inserted', jsonb_build_object('id', new.id, 'run_id', new.run_id));
  return null;
end $$;

create or replace function relay.end_silences() returns trigger language plpgsql as $$
begin
  update notification_silences set until = now()
   where deleted_at is null and (until is null or until > now())
     and id in (select silence_id from notification_silence_terms where until_recovers)
     and new.id = case tg_argv[0] when 'check' then check_id when 'config' then config_id else component_id end;
  return null;
end $$;
