-- People with their roles, agents with what they hold, incidents with who is on them, playbooks by name.

create view people_roles as
  select people.id, people.name, people.email, array_agg(held.role::varchar order by held.role) as roles
  from people
  join relay.person_roles as held on held.person_id = people.id
  where people.deleted_at is null
  group by people.id;

create view agents_summary as
  select
    agents.id,
    agents.name,
    agents.hostname,
    agents.description,
    agents.ip,
    agents.version,
    agents.username,
    agents.person_id,
    agents.properties,
    agents.tls,
    agents.created_by,
    agents.created_at,
    agents.updated_at,
    agents.cleanup,
    agents.deleted_at,
    agents.last_seen,
    agents.last_received,
    (select count(*) from config_items where config_items.agent_id = agents.id and config_items.deleted_at is null)
      as config_count,
    (select count(*) from config_scrapers where config_scrapers.agent_id = agents.id and config_scrapers.deleted_at is null)
      as config_scrapper_count,
    (select count(*) from checks where checks.agent_id = agents.id and checks.deleted_at is null) as checks_count,
    (select count(*) from playbook_runs where playbook_runs.agent_id = agents.id) as playbook_runs_count
  from agents
  where agents.deleted_at is null;

create view incident_summary as
  select
    incidents.id,
    incidents.incident_id,
    incidents.title,
    incidents.severity,
    incidents.type,
    incidents.status,
    incidents.created_at,
    incidents.updated_at,
    (
      select jsonb_build_object('id', people.id, 'name', people.name, 'avatar', people.avatar)
      from people where people.id = incidents.commander_id
    ) as commander,
    (
      select jsonb_agg(distinct jsonb_build_object('id', people.id, 'name', people.name, 'avatar', people.avatar))
      from responders join people on people.id = responders.person_id
      where responders.incident_id = incidents.id and responders.deleted_at is null
    ) as responders,
    (
      select jsonb_agg(distinct jsonb_build_object('id', people.id, 'name', people.name, 'avatar', people.avatar))
      from comments join people on people.id = comments.created_by
      where comments.incident_id = incidents.id
    ) as commenters
  from incidents;

create view playbook_names as
  select
    playbooks.id,
    playbooks.title,
    playbooks.name,
    playbooks.spec ->> 'description' as description,
    playbooks.spec ->> 'category' as category,
    playbooks.spec ->> 'icon' as icon
  from playbooks
  where playbooks.deleted_at is null;

create view push_queue_summary as
  select 'topologies' as "table", count(*) as count from topologies where not is_pushed
  union all select 'components', count(*) from components where not is_pushed
  union all select 'canaries', count(*) from canaries where not is_pushed
  union all select 'checks', count(*) from checks where not is_pushed
  union all select 'check_statuses', count(*) from check_statuses where not is_pushed
  union all select 'config_scrapers', count(*) from config_scrapers where not is_pushed
  union all select 'config_items', count(*) from config_items where not is_pushed
  union all select 'config_changes', count(*) from config_changes where not is_pushed
  union all select 'config_analysis', count(*) from config_analysis where not is_pushed
  union all select 'job_history', count(*) from job_history where not is_pushed
  union all select 'playbook_run_actions', count(*) from playbook_run_actions where not is_pushed
  union all select 'artifacts', count(*) from artifacts where not is_pushed;
