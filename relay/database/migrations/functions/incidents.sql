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

create or replace function relay.record_comment() returns trigger language plpgsql as $$
begin
  insert into incident_histories (incident_id, type, description, comment_id, responder_id, hypothesis_id, created_by)
  values (new.incident_id, 'responder.commented', new.id, new.id, new.responder_id, new.hypothesis_id, new.created_by);
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

-- Since when a condition of done holds, or holds no more: the timeline tells each turn.
create or replace function relay.record_done() returns trigger language plpgsql as $$
begin
  insert into incident_histories (incident_id, type, description, evidence_id, hypothesis_id, created_by)
  values (
    (select incident_id from hypotheses where id = new.hypothesis_id),
    'evidence.done_updated', case when new.done then 'done' else 'not done' end, new.id, new.hypothesis_id,
    coalesce(relay.actor(), new.created_by)
  );
  return null;
end $$;

-- A status that is reached again is stamped again; what somebody writes themselves stays.
create or replace function relay.stamp_incident() returns trigger language plpgsql as $$
begin
  if new.status = 'resolved' then
    new.resolved := coalesce(new.resolved, now());
    new.closed := null;
  elsif new.status = 'closed' then
    new.closed := coalesce(new.closed, now());
  elsif tg_op = 'UPDATE' then
    new.resolved := null;
    new.closed := null;
  end if;
  return new;
end $$;

-- Where an incident went, however often it was merged on; itself where it was not.
create or replace function relay.where_incident_went(incident uuid) returns uuid language sql stable as $$
  with recursive went as (
    select incident as id, 0 as steps
    union all
    select into_id, steps + 1 from went join relay.incident_merges on merged_id = went.id and undone_at is null
     where steps < 100
  )
  select id from went order by steps desc limit 1
$$;

-- What is said on a page that somebody has still open goes where its incident went.
create or replace function relay.follow_merged_incident() returns trigger language plpgsql as $$
begin
  new.incident_id := relay.where_incident_went(new.incident_id);
  return new;
end $$;

create or replace function relay.keep_merged_closed() returns trigger language plpgsql as $$
declare
  went constant uuid := relay.where_incident_went(new.id);
begin
  if went <> new.id then
    raise exception '% was merged into %: undo the merge there to open it again.',
      new.incident_id, (select incident_id from incidents where id = went);
  end if;
  return new;
end $$;
