-- Who did what, when, to which row. A transaction says who acts by `quarterdeck.actor` and from where by `quarterdeck.origin`,
-- both set with set_config(…, true); a transaction that names nobody is the console's own.

create table audit_log (
  id uuid primary key default generate_ulid(),
  at timestamptz not null default clock_timestamp(),
  person_id uuid,
  person_name text,
  action text not null,
  table_name text not null,
  row_id text not null,
  row_name text,
  -- Of a change, the columns that changed alone, each as it was and as it is. Secrets are `***`.
  before jsonb,
  after jsonb,
  changed text[] not null default '{}',
  origin text
);
comment on column audit_log.origin is 'Where the change came from: the path of a request, or the file of a document.';
create index audit_log_at_idx on audit_log (at desc, id desc);
create index audit_log_row_idx on audit_log (table_name, row_id, at desc);
create index audit_log_person_idx on audit_log (person_id, at desc);

create function relay.actor() returns uuid language sql stable as $$
  select nullif(current_setting('quarterdeck.actor', true), '')::uuid
$$;

create function relay.unsealed(given jsonb) returns jsonb language sql immutable as $$
  select regexp_replace(given::text, 'sealed:v1:[A-Za-z0-9_-]*', '***', 'g')::jsonb
$$;

-- What no trigger sees, or sees only in part: a test, an export, a run.
create function relay.record_act(
  person uuid, action text, table_name text, row_id text, row_name text, after jsonb default null
) returns void language sql as $$
  insert into audit_log (person_id, person_name, action, table_name, row_id, row_name, after, origin)
  values (
    person, (select name from people where id = person), action, table_name, row_id, row_name,
    relay.unsealed(after), nullif(current_setting('quarterdeck.origin', true), '')
  )
$$;

-- Records the change of one row. Arguments: the column that its id is, then columns that the engines write.
create function relay.audit() returns trigger language plpgsql as $$
declare
  engine constant text[] := tg_argv[1:];
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  now_is jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  whole constant jsonb := coalesce(now_is, was);
  names text[] := '{}';
  act text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end;
begin
  -- What engines and agents make by themselves is their work, not somebody's deed.
  if relay.actor() is null and (
    coalesce(whole ->> 'agent_id', '00000000-0000-0000-0000-000000000000') <> '00000000-0000-0000-0000-000000000000'
    or coalesce(whole ->> 'source', '') ~* '^(component|kubernetes|topology|push|crdsync)'
  ) then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    select coalesce(array_agg(key order by key), '{}') into names
      from jsonb_each(now_is) where value is distinct from was -> key and key <> all (engine);
    if names = '{}' then
      return null;
    end if;
    if 'deleted_at' = any (names) then
      act := case when now_is -> 'deleted_at' = 'null' then 'restored' else 'deleted' end;
    end if;
    select jsonb_object_agg(name, was -> name), jsonb_object_agg(name, now_is -> name) into was, now_is
      from unnest(names) name;
  end if;
  was := relay.unsealed(was);
  now_is := relay.unsealed(now_is);
  -- Sealed anew with another key, and nothing else.
  if tg_op = 'UPDATE' and was = now_is and relay.actor() is null then
    return null;
  end if;
  insert into audit_log (person_id, person_name, action, table_name, row_id, row_name, before, after, changed, origin)
  values (
    relay.actor(),
    (select name from people where id = relay.actor()),
    act,
    case tg_table_name when 'person_roles' then 'people_roles' else tg_table_name end,
    coalesce(whole ->> tg_argv[0], ''),
    case
      when whole ? 'person_id' and tg_table_name in ('person_roles', 'team_members')
        then (select name from people where id = (whole ->> 'person_id')::uuid)
      else coalesce(whole ->> 'name', whole ->> 'title', whole #>> '{traits,email}')
    end,
    was, now_is, names,
    coalesce(
      nullif(current_setting('quarterdeck.origin', true), ''),
      case when relay.actor() is null then whole ->> 'source' end
    )
  );
  return null;
end $$;

do $$
declare
  target record;
begin
  for target in
    select * from (values
      ('canaries', 'id', '{}'::text[]),
      ('config_scrapers', 'id', '{}'),
      ('topologies', 'id', '{}'),
      ('logging_backends', 'id', '{}'),
      ('incident_rules', 'id', '{}'),
      ('scrape_plugins', 'id', '{}'),
      ('teams', 'id', '{}'),
      ('team_members', 'team_id', '{}'),
      ('connections', 'id', '{}'),
      ('playbooks', 'id', '{}'),
      ('notifications', 'id', '{error}'),
      ('notification_silences', 'id', '{error}'),
      ('permissions', 'id', '{error}'),
      ('permission_groups', 'id', '{error}'),
      ('properties', 'name', '{}'),
      ('people', 'id', '{last_login,avatar}'),
      ('agents', 'id', '{last_seen,last_received,version,hostname,ip,tls}'),
      ('playbook_approvals', 'run_id', '{}')
    ) as named (name, key, engine)
  loop
    execute format(
      'create trigger %I after insert or update or delete on %I for each row execute function relay.audit(%s)',
      target.name || '_audit', target.name,
      (select string_agg(quote_literal(argument), ', ')
         from unnest(array[target.key, 'updated_at', 'is_pushed'] || target.engine) argument)
    );
  end loop;
  -- Engines write these all the time; people's deeds alone are recorded.
  for target in
    select * from (values
      ('incidents'), ('hypotheses'), ('evidences'), ('comments'), ('responders'), ('checks'), ('components'),
      ('config_component_relationships'), ('saved_query')
    ) as named (name)
  loop
    execute format(
      'create trigger %I after insert or update or delete on %I for each row '
      'when (nullif(current_setting(''quarterdeck.actor'', true), '''') is not null) '
      'execute function relay.audit(''%s'', ''updated_at'', ''is_pushed'')',
      target.name || '_audit', target.name,
      case target.name when 'config_component_relationships' then 'config_id' else 'id' end
    );
  end loop;
end $$;

create trigger person_roles_audit after insert or delete on relay.person_roles
  for each row execute function relay.audit('person_id');
create trigger identities_audit after update of state or delete on identities
  for each row execute function relay.audit('id', 'updated_at', 'state_changed_at', 'traits', 'metadata_public');

-- A run begins by whoever it is of; that an engine moves it on is nobody's deed.
create function relay.audit_run() returns trigger language plpgsql as $$
begin
  perform relay.record_act(
    coalesce(relay.actor(), case tg_op when 'INSERT' then new.created_by end),
    case when tg_op = 'INSERT' then 'started' when new.status = 'cancelled' then 'cancelled' else 'changed' end,
    'playbook_runs', new.id::text, (select name from playbooks where id = new.playbook_id),
    jsonb_build_object('status', new.status, 'playbook_id', new.playbook_id)
  );
  return null;
end $$;
create trigger playbook_runs_audit_started after insert on playbook_runs
  for each row execute function relay.audit_run();
create trigger playbook_runs_audit_changed after update of status on playbook_runs for each row
  when (
    old.status is distinct from new.status and nullif(current_setting('quarterdeck.actor', true), '') is not null
  ) execute function relay.audit_run();

-- The timeline of an incident names who acted, and its row's author where nobody is known to.
create or replace function relay.record_incident() returns trigger language plpgsql as $$
begin
  insert into incident_histories (incident_id, type, description, created_by)
  values (
    new.id, case tg_op when 'INSERT' then 'incident.created' else 'incident.status_updated' end, new.status,
    coalesce(relay.actor(), new.created_by)
  );
  return null;
end $$;

create or replace function relay.record_responder() returns trigger language plpgsql as $$
begin
  insert into incident_histories (incident_id, type, description, responder_id, created_by)
  values (new.incident_id, 'responder.created', new.id, new.id, coalesce(relay.actor(), new.created_by));
  return null;
end $$;

create or replace function relay.record_evidence() returns trigger language plpgsql as $$
declare
  of_incident constant uuid := (select incident_id from hypotheses where id = new.hypothesis_id);
  acting constant uuid := coalesce(relay.actor(), new.created_by);
begin
  if tg_op = 'INSERT' then
    insert into incident_histories (incident_id, type, description, evidence_id, hypothesis_id, created_by)
    values (of_incident, 'evidence.created', new.id, new.id, new.hypothesis_id, acting);
  end if;
  if new.definition_of_done and (tg_op = 'INSERT' or not coalesce(old.definition_of_done, false)) then
    insert into incident_histories (incident_id, type, description, evidence_id, hypothesis_id, created_by)
    values (of_incident, 'evidence.done_definition_added', new.id, new.id, new.hypothesis_id, acting);
  end if;
  return null;
end $$;

create or replace function relay.record_hypothesis() returns trigger language plpgsql as $$
begin
  insert into incident_histories (incident_id, type, description, hypothesis_id, created_by)
  values (
    new.incident_id,
    case tg_op when 'INSERT' then 'hypothesis.created' else 'hypothesis.status_updated' end,
    new.status, new.id, coalesce(relay.actor(), new.created_by)
  );
  return null;
end $$;
