-- Incidents that were merged into others: where they went, and what went with them.

create table relay.incident_merges (
  id uuid primary key default gen_random_uuid(),
  merged_id uuid not null references incidents on delete cascade,
  into_id uuid not null references incidents on delete cascade,
  status_before text not null,
  -- Ids of what moved, by kind, and the rules that follow: what undoing it takes back.
  moved jsonb not null,
  merged_by uuid references people,
  merged_at timestamptz not null default now(),
  undone_at timestamptz
);
create unique index incident_merges_merged_id_idx on relay.incident_merges (merged_id) where undone_at is null;
create index incident_merges_into_id_idx on relay.incident_merges (into_id);

-- An incident into which others were merged is followed by the rules of all of them.
alter table relay.rule_incidents drop constraint rule_incidents_pkey;
alter table relay.rule_incidents add primary key (incident_id, rule_id);

-- Where an incident went, however often it was merged on; itself where it was not.
create function relay.where_incident_went(incident uuid) returns uuid language sql stable as $$
  with recursive went as (
    select incident as id, 0 as steps
    union all
    select into_id, steps + 1 from went join relay.incident_merges on merged_id = went.id and undone_at is null
     where steps < 100
  )
  select id from went order by steps desc limit 1
$$;

-- What is said on a page that somebody has still open goes where its incident went.
create function relay.follow_merged_incident() returns trigger language plpgsql as $$
begin
  new.incident_id := relay.where_incident_went(new.incident_id);
  return new;
end $$;
create trigger comments_05_follow_merged before insert on comments
  for each row execute function relay.follow_merged_incident();
create trigger hypotheses_05_follow_merged before insert on hypotheses
  for each row execute function relay.follow_merged_incident();
create trigger responders_05_follow_merged before insert on responders
  for each row execute function relay.follow_merged_incident();

create function relay.keep_merged_closed() returns trigger language plpgsql as $$
declare
  went constant uuid := relay.where_incident_went(new.id);
begin
  if went <> new.id then
    raise exception '% was merged into %: undo the merge there to open it again.',
      new.incident_id, (select incident_id from incidents where id = went);
  end if;
  return new;
end $$;
create trigger incidents_05_keep_merged_closed before update of status on incidents
  for each row when (old.status is distinct from new.status) execute function relay.keep_merged_closed();
