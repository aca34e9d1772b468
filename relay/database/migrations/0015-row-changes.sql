-- Effects of a changed row in any domain: `updated_at` and the audit log.

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
create index audit_log_at_idx on audit_log (at desc, id desc);
create index audit_log_row_idx on audit_log (table_name, row_id, at desc);
create index audit_log_person_idx on audit_log (person_id, at desc);
comment on column audit_log.origin is 'Where the change came from: the path of a request, or the file of a document.';

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
      and table_name not in ('config_items', 'canaries', 'comment_responders', 'incident_relationships')
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
