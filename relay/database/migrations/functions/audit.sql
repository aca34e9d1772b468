create or replace function relay.actor() returns uuid language sql stable as $$
  select nullif(current_setting('quarterdeck.actor', true), '')::uuid
$$;

-- What no trigger sees, or sees only in part: a test, an export, a run.
create or replace function relay.record_act(
  person uuid, action text, table_name text, row_id text, row_name text, after jsonb default null
) returns void language sql as $$
  insert into audit_log (person_id, person_name, action, table_name, row_id, row_name, after, origin)
  values (
    person, (select name from people where id = person), action, table_name, row_id, row_name,
    relay.unsealed(after), nullif(current_setting('quarterdeck.origin', true), '')
  )
$$;

-- Records the change of one row. Arguments: the column that its id is, then columns that the engines write.
create or replace function relay.audit() returns trigger language plpgsql as $$
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

-- A run begins by whoever it is of; that an engine moves it on is nobody's deed.
create or replace function relay.audit_run() returns trigger language plpgsql as $$
begin
  perform relay.record_act(
    coalesce(relay.actor(), case tg_op when 'INSERT' then new.created_by end),
    case when tg_op = 'INSERT' then 'started' when new.status = 'cancelled' then 'cancelled' else 'changed' end,
    'playbook_runs', new.id::text, (select name from playbooks where id = new.playbook_id),
    jsonb_build_object('status', new.status, 'playbook_id', new.playbook_id)
  );
  return null;
end $$;
