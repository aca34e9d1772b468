create or replace function get_playbook_run_actions(run_id uuid) returns table (
  id uuid,
  name text,
  playbook_run_id uuid,
  status text,
  scheduled_time timestamptz,
  start_time timestamptz,
  end_time timestamptz,
  agent_id uuid,
  retry_count integer,
  agent jsonb
) language sql stable as $$
  select
    actions.id, actions.name, actions.playbook_run_id, actions.status, actions.scheduled_time, actions.start_time,
    actions.end_time, actions.agent_id, actions.retry_count,
    case when agents.id is not null then jsonb_build_object('id', agents.id, 'name', agents.name) end
  from playbook_run_actions as actions
  join playbook_runs as runs on runs.id = actions.playbook_run_id
  left join agents on agents.id = actions.agent_id
  where $1 in (runs.id, runs.parent_id)
  order by actions.start_time, actions.scheduled_time, actions.id
$$;

create or replace function relay.notify_action_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('table_activity', 'playbook_run_actions ' || new.id);
  return null;
end $$;

create or replace function relay.notify_playbook_run() returns trigger language plpgsql as $$
begin
  perform pg_notify('playbook_run_updates', '');
  return null;
end $$;

create or replace function relay.notify_playbook_action() returns trigger language plpgsql as $$
begin
  perform pg_notify('playbook_action_updates', json_build_object('id', new.id, 'agent_id', new.agent_id)::text);
  return null;
end $$;

create or replace function relay.notify_playbook() returns trigger language plpgsql as $$
begin
  perform pg_notify('playbook_updated', (case tg_op when 'DELETE' then old.id else new.id end)::text);
  return null;
end $$;
