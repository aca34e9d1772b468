create or replace view people_roles as
  select people.id, people.name, people.email, array_agg(held.role::varchar order by held.role) as roles
  from people
  join relay.person_roles as held on held.person_id = people.id
  where people.deleted_at is null
  group by people.id;

create or replace view agents_summary as
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

create or replace view teams_with_status as
  select
    teams.id,
    teams.name,
    teams.icon,
    teams.spec,
    teams.source,
    teams.created_by,
    teams.created_at,
    teams.updated_at,
    teams.deleted_at,
    job.*
  from teams
  left join lateral relay.last_job(teams.id) as job on true;

-- What the service says of an address is kept in lower case as ASCII knows it: `lower` makes letters alike that are not.
create or replace view relay.verified_addresses as
  select identity_id as person_id, lower(value) as email from identity.addresses where verified_at is not null
  union
  select person_id, email from relay.remote_addresses where is_verified
  union
  -- The person of a console without sign-in, who is whoever reaches it.
  select id, lower(email) from people
  where id = '01890a5d-0000-7000-8000-000000000001' and email is not null and deleted_at is null;
