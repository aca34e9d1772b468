create or replace view incidents_by_component as
  select distinct
    incidents.title, incidents.id, incidents.created_at, incidents.type, incidents.status, incidents.severity,
    evidences.component_id
  from evidences
  join hypotheses on hypotheses.id = evidences.hypothesis_id
  join incidents on incidents.id = hypotheses.incident_id
  where evidences.component_id is not null;

create or replace view incidents_by_config as
  select distinct
    incidents.title, incidents.id, incidents.created_at, incidents.type, incidents.status, incidents.severity,
    evidences.config_id
  from evidences
  join hypotheses on hypotheses.id = evidences.hypothesis_id
  join incidents on incidents.id = hypotheses.incident_id
  where evidences.config_id is not null;

create or replace view incident_summary as
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
