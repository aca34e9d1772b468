-- What happens by itself when rows change: watermarks, timelines, notifications, copies.

create function relay.touch() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- Moves only when a column really changed, on a row of this console, not when the row was handed on to another one, and
-- not when it is deleted softly or brought back.
do $$
declare
  target record;
begin
  for target in
    select
      tables.table_name as name,
      bool_or(columns.column_name = 'deleted_at') as has_deleted_at,
      bool_or(columns.column_name = 'agent_id') as has_agent_id,
      bool_or(columns.column_name = 'is_pushed') as has_is_pushed
    from information_schema.tables
    join information_schema.columns using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('config_items', 'canaries')
    group by tables.table_name
    having bool_or(columns.column_name = 'updated_at')
  loop
    execute format(
      'create trigger %I before update on %I for each row when (%s) execute function relay.touch()',
      target.name || '_90_touch',
      target.name,
      concat_ws(
        ' and ',
        'old.* is distinct from new.*',
        case when target.has_deleted_at then 'old.deleted_at is null and new.deleted_at is null' end,
        case when target.has_agent_id then 'new.agent_id is not distinct from ''00000000-0000-0000-0000-000000000000''' end,
        case when target.has_is_pushed then 'old.is_pushed = new.is_pushed' end
      )
    );
  end loop;
end $$;

create trigger config_items_90_touch before update on config_items for each row
  when (old.config is distinct from new.config) execute function relay.touch();
create trigger canaries_90_touch before update on canaries for each row
  when (old.spec is distinct from new.spec) execute function relay.touch();

-- A rule's error is about the rule as it was.
create function relay.clear_error() returns trigger language plpgsql as $$
begin
  new.error := null;
  return new;
end $$;

create trigger notifications_10_clear_error before update on notifications for each row
  when (
    old.error is not null and old.error is not distinct from new.error
    and (old.filter, old.title, old.template) is distinct from (new.filter, new.title, new.template)
  ) execute function relay.clear_error();
create trigger notification_silences_10_clear_error before update on notification_silences for each row
  when (
    old.error is not null and old.error is not distinct from new.error and old.filter is distinct from new.filter
  ) execute function relay.clear_error();

-- The timeline of an incident.
create function relay.record_incident() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into incident_histories (incident_id, type, description, created_by)
    values (new.id, 'incident.created', new.status, new.created_by);
  else
    insert into incident_histories (incident_id, type, description, created_by)
    values (new.id, 'incident.status_updated', new.status, new.created_by);
  end if;
  return null;
end $$;
create trigger incidents_record_created after insert on incidents for each row execute function relay.record_incident();
create trigger incidents_record_status after update on incidents for each row
  when (old.status is distinct from new.status) execute function relay.record_incident();

create function relay.record_responder() returns trigger language plpgsql as $$
begin
  insert into incident_histories (incident_id, type, description, responder_id, created_by)
  values (new.incident_id, 'responder.created', new.id, new.id, new.created_by);
  return null;
end $$;
create trigger responders_record after insert on responders for each row execute function relay.record_responder();

create function relay.record_comment() returns trigger language plpgsql as $$
begin
  insert into incident_histories (incident_id, type, description, comment_id, responder_id, hypothesis_id, created_by)
  values (new.incident_id, 'responder.commented', new.id, new.id, new.responder_id, new.hypothesis_id, new.created_by);
  return null;
end $$;
create trigger comments_record after insert on comments for each row execute function relay.record_comment();

create function relay.record_evidence() returns trigger language plpgsql as $$
declare
  of_incident constant uuid := (select incident_id from hypotheses where id = new.hypothesis_id);
begin
  if tg_op = 'INSERT' then
    insert into incident_histories (incident_id, type, description, evidence_id, hypothesis_id, created_by)
    values (of_incident, 'evidence.created', new.id, new.id, new.hypothesis_id, new.created_by);
  end if;
  if new.definition_of_done and (tg_op = 'INSERT' or not coalesce(old.definition_of_done, false)) then
    insert into incident_histories (incident_id, type, description, evidence_id, hypothesis_id, created_by)
    values (of_incident, 'evidence.done_definition_added', new.id, new.id, new.hypothesis_id, new.created_by);
  end if;
  return null;
end $$;
create trigger evidences_record after insert or update of definition_of_done on evidences
  for each row execute function relay.record_evidence();

create function relay.record_hypothesis() returns trigger language plpgsql as $$
begin
  insert into incident_histories (incident_id, type, description, hypothesis_id, created_by)
  values (
    new.incident_id,
    case tg_op when 'INSERT' then 'hypothesis.created' else 'hypothesis.status_updated' end,
    new.status,
    new.id,
    new.created_by
  );
  return null;
end $$;
create trigger hypotheses_record_created after insert on hypotheses for each row execute function relay.record_hypothesis();
create trigger hypotheses_record_status after update on hypotheses for each row
  when (old.status is distinct from new.status) execute function relay.record_hypothesis();

-- Channels that somebody with a database connection can LISTEN on.
create function relay.notify_table_activity() returns trigger language plpgsql as $$
begin
  perform pg_notify(
    'table_activity', concat_ws(' ', tg_table_name, tg_op, case tg_op when 'DELETE' then old.id else new.id end)
  );
  return null;
end $$;
create trigger notifications_notify after insert or update or delete on notifications
  for each row execute function relay.notify_table_activity();
create trigger playbooks_notify after insert or update or delete on playbooks
  for each row execute function relay.notify_table_activity();
create trigger permissions_notify after insert or update or delete on permissions
  for each row execute function relay.notify_table_activity();
create trigger permission_groups_notify after insert or update or delete on permission_groups
  for each row execute function relay.notify_table_activity();
create trigger scrape_plugins_notify after insert or update or delete on scrape_plugins
  for each row execute function relay.notify_table_activity();
create trigger teams_notify after insert or update or delete on teams
  for each row execute function relay.notify_table_activity();

create function relay.notify_team_members() returns trigger language plpgsql as $$
declare
  member team_members;
begin
  member := case tg_op when 'DELETE' then old else new end;
  perform pg_notify('table_activity', concat_ws(' ', 'team_members', tg_op, member.team_id, member.person_id));
  return null;
end $$;
create trigger team_members_notify after insert or update or delete on team_members
  for each row execute function relay.notify_team_members();

create function relay.notify_action_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('table_activity', 'playbook_run_actions ' || new.id);
  return null;
end $$;
create trigger playbook_run_actions_notify_ended after update on playbook_run_actions for each row
  when (old.end_time is null and new.end_time is not null and new.agent_id is not null)
  execute function relay.notify_action_ended();

create function relay.notify_playbook_run() returns trigger language plpgsql as $$
begin
  perform pg_notify('playbook_run_updates', '');
  return null;
end $$;
create trigger playbook_runs_notify_created after insert on playbook_runs
  for each row execute function relay.notify_playbook_run();
create trigger playbook_runs_notify_scheduled after update on playbook_runs for each row
  when (old.status is distinct from new.status and new.status = 'scheduled')
  execute function relay.notify_playbook_run();

create function relay.notify_playbook_action() returns trigger language plpgsql as $$
begin
  perform pg_notify('playbook_action_updates', json_build_object('id', new.id, 'agent_id', new.agent_id)::text);
  return null;
end $$;
create trigger playbook_run_actions_notify_created after insert on playbook_run_actions
  for each row execute function relay.notify_playbook_action();
create trigger playbook_run_actions_notify_scheduled after update on playbook_run_actions for each row
  when (old.status is distinct from new.status and new.status = 'scheduled')
  execute function relay.notify_playbook_action();

create function relay.notify_playbook() returns trigger language plpgsql as $$
begin
  perform pg_notify('playbook_updated', (case tg_op when 'DELETE' then old.id else new.id end)::text);
  return null;
end $$;
create trigger playbooks_notify_updated after insert or update or delete on playbooks
  for each row execute function relay.notify_playbook();

create function relay.notify_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('event_queue_updates', new.name);
  return null;
end $$;
create trigger event_queue_notify after insert on event_queue for each row execute function relay.notify_event();

-- A sign-in account is a person of the same id.
create function relay.copy_identity() returns trigger language plpgsql as $$
declare
  full_name constant text := nullif(
    trim(concat_ws(' ', new.traits #>> '{name,first}', new.traits #>> '{name,last}')), ''
  );
begin
  insert into people (id, name, email)
  values (new.id, coalesce(full_name, new.traits ->> 'email', 'Unnamed'), new.traits ->> 'email')
  on conflict (id) do update set name = excluded.name, email = excluded.email;
  return null;
end $$;
create trigger identities_copy after insert or update of traits on identities
  for each row execute function relay.copy_identity();
