create or replace function relay.queue_again() returns trigger language plpgsql as $$
begin
  new.is_pushed := false;
  return new;
end $$;

create or replace function relay.note_loss() returns trigger language plpgsql as $$
declare
  lost constant bigint := (select count(*) from gone where not is_pushed);
begin
  if lost > 0 then
    insert into relay.push_losses (relation, reason, count) values (tg_table_name, 'deleted', lost)
    on conflict (relation, reason) do update set count = push_losses.count + lost, last_at = now();
  end if;
  return null;
end $$;

-- The flags is_pushed are a queue only in a console that reports: there, and nowhere else, they are indexed, fall when a row
-- changes, and a row that is deleted before it was pushed is counted.
create or replace function relay.follow_for_upstream(is_on boolean) returns void language plpgsql as $$
declare
  target record;
begin
  for target in
    select
      named.name, named.sorted_by, named.results,
      string_agg(format('old.%I', columns.column_name), ', ' order by columns.column_name) as was,
      string_agg(format('new.%I', columns.column_name), ', ' order by columns.column_name) as becomes,
      (select case when bool_or(own.column_name = 'agent_id')
         then ' and new.agent_id = ''00000000-0000-0000-0000-000000000000''' else '' end
         from information_schema.columns own where own.table_schema = 'public' and own.table_name = named.name) as is_local
    from (values
      ('canaries', 'id', '{}'::text[]),
      ('checks', 'id', '{status,last_runtime,next_runtime,last_transition_time,silenced_at}'),
      ('check_statuses', 'time', '{}'),
      ('config_scrapers', 'id', '{}'),
      ('config_items', 'id', '{}'),
      ('config_changes', 'id', '{}'),
      ('config_analysis', 'id', '{}'),
      ('topologies', 'id', '{}'),
      ('components', 'id', '{}')
    ) as named (name, sorted_by, results)
    join information_schema.columns on columns.table_schema = 'public' and columns.table_name = named.name
    where columns.column_name <> all (array['is_pushed', 'updated_at', 'created_by'] || named.results)
      and columns.is_generated = 'NEVER'
    group by named.name, named.sorted_by, named.results
  loop
    if is_on then
      execute format('create index if not exists %I on %I (%I) where not is_pushed',
        target.name || '_to_push_idx', target.name, target.sorted_by);
      execute format(
        'create or replace trigger %I before update on %I for each row '
        'when (old.is_pushed and new.is_pushed%s and (%s) is distinct from (%s)) execute function relay.queue_again()',
        target.name || '_95_queue_again', target.name, target.is_local, target.was, target.becomes);
      execute format(
        'create or replace trigger %I after delete on %I referencing old table as gone for each statement '
        'execute function relay.note_loss()', target.name || '_note_loss', target.name);
    else
      execute format('drop index if exists %I', target.name || '_to_push_idx');
      execute format('drop trigger if exists %I on %I', target.name || '_95_queue_again', target.name);
      execute format('drop trigger if exists %I on %I', target.name || '_note_loss', target.name);
    end if;
  end loop;
  if not is_on then
    delete from relay.push_state;
  end if;
end $$;
