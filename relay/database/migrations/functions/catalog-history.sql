-- What a scrape finds counts from its beginning on, as its changes do.
create or replace function relay.keep_config_item_version() returns trigger language plpgsql as $$
begin
  insert into relay.config_item_versions
    (config_id, until, name, description, status, health, labels, tags, parent_id, deleted_at)
  values (
    old.id,
    case
      when old.deleted_at is null and new.deleted_at is not null then least(new.deleted_at, now())
      when old.last_scraped_time is distinct from new.last_scraped_time then least(new.last_scraped_time, now())
      else now()
    end,
    old.name, old.description, old.status, old.health, old.labels, old.tags, old.parent_id, old.deleted_at
  )
  on conflict (config_id, until) do nothing;
  return null;
end $$;

create or replace function relay.keep_config_relationship_span() returns trigger language plpgsql as $$
begin
  insert into relay.config_relationship_spans (config_id, related_id, relation, since, until)
  values (old.config_id, old.related_id, old.relation, old.created_at, old.deleted_at);
  new.created_at := now();
  return new;
end $$;

-- Items as they were at a moment; those that were not there are left out. Where it is not kept how they were, `since` is null.
create or replace function relay.configs_as_of(items uuid[], moment timestamptz) returns table (
  id uuid, name text, description text, type text, status text, health text, labels jsonb, tags jsonb, parent_id uuid,
  since timestamptz
) language sql stable as $$
  select
    config_items.id,
    was.name,
    case when kept.is_whole then was.description end,
    config_items.type,
    case when kept.is_whole then was.status end,
    case when kept.is_whole then was.health end,
    case when kept.is_whole then was.labels end,
    case when kept.is_whole then was.tags end,
    was.parent_id,
    case when kept.is_whole then coalesce(
      (
        select max(earlier.until) from relay.config_item_versions as earlier
        where earlier.config_id = config_items.id and earlier.until <= moment
      ),
      starts.versions_after,
      config_items.inserted_at
    ) end
  from unnest(items) as item (id)
  join config_items on config_items.id = item.id
  left join relay.config_history_starts as starts on starts.config_id = config_items.id
  cross join lateral (select coalesce(starts.versions_after <= moment, true) as is_whole) as kept
  cross join lateral (
    select version.name, version.description, version.status, version.health, version.labels, version.tags,
      version.parent_id, version.deleted_at
    from (
      select * from relay.config_item_versions as version
      where version.config_id = config_items.id and version.until > moment
      order by version.until limit 1
    ) as version
    union all
    select config_items.name, config_items.description, config_items.status, config_items.health, config_items.labels,
      config_items.tags, config_items.parent_id, config_items.deleted_at
    limit 1
  ) as was
  where least(config_items.created_at, config_items.inserted_at, config_items.last_scraped_time) <= moment
    and (was.deleted_at is null or was.deleted_at > moment)
$$;

-- What led from or to these items at a moment. A parent leads to what it holds.
create or replace function relay.config_edges_as_of(items uuid[], is_outgoing boolean, moment timestamptz, only_hard boolean)
returns table (source_id uuid, target_id uuid, relation text) language sql stable as $$
  select config_id, related_id, relation from config_relationships
  where (is_outgoing and config_id = any(items) or not is_outgoing and related_id = any(items))
    and created_at <= moment and (deleted_at is null or deleted_at > moment)
    and (not only_hard or relation = 'hard')
  union
  select config_id, related_id, relation from relay.config_relationship_spans
  where (is_outgoing and config_id = any(items) or not is_outgoing and related_id = any(items))
    and since <= moment and until > moment
    and (not only_hard or relation = 'hard')
  union
  select was.parent_id, was.id, 'parent'
  from relay.configs_as_of(
    array(
      select id from config_items where is_outgoing and parent_id = any(items)
      union
      select config_id from relay.config_item_versions where is_outgoing and parent_id = any(items)
      union
      select unnest(items) where not is_outgoing
    ),
    moment
  ) as was
  where was.parent_id is not null and (not is_outgoing or was.parent_id = any(items))
$$;

create or replace function relay.walk_configs_as_of(
  start uuid, is_outgoing boolean, moment timestamptz, max_depth integer, only_hard boolean
) returns table (id uuid, depth integer) language plpgsql stable as $$
declare
  reached uuid[] := array[start];
  latest uuid[] := array[start];
begin
  for step in 1..least(max_depth, 50) loop
    latest := array(
      select was.id from relay.configs_as_of(
        array(
          select case when is_outgoing then edge.target_id else edge.source_id end
          from relay.config_edges_as_of(latest, is_outgoing, moment, only_hard) as edge
          except
          select unnest(reached)
        ),
        moment
      ) as was
    );
    exit when cardinality(latest) = 0;
    reached := reached || latest;
    return query select unnest(latest), step;
  end loop;
end $$;

-- An item and what it hung on and what hung on it at a moment, each as it was then; nothing where it was not there.
create or replace function related_configs_as_of(
  config_id uuid,
  at timestamptz,
  type_filter text default 'outgoing',
  max_depth integer default 5,
  incoming_relation text default 'both',
  outgoing_relation text default 'both'
) returns table (
  id uuid,
  name text,
  description text,
  type text,
  status text,
  health text,
  labels jsonb,
  tags jsonb,
  related_ids text[],
  since timestamptz,
  created_at timestamptz,
  updated_at timestamptz
) language sql stable as $$
  with found as materialized (
    select reached.id, min(reached.depth) as depth
    from (
      select related_configs_as_of.config_id as id, 0 as depth
      union all
      select * from relay.walk_configs_as_of(
        related_configs_as_of.config_id, true, at, case when type_filter in ('outgoing', 'all') then max_depth else 0 end,
        outgoing_relation is not distinct from 'hard'
      )
      union all
      select * from relay.walk_configs_as_of(
        related_configs_as_of.config_id, false, at, case when type_filter in ('incoming', 'all') then max_depth else 0 end,
        incoming_relation is not distinct from 'hard'
      )
    ) as reached
    group by reached.id
  ),
  ids as materialized (select array_agg(found.id) as all from found),
  pointing as (
    select edge.source_id, array_agg(distinct edge.target_id::text order by edge.target_id::text) as targets
    from relay.config_edges_as_of(
      (select ids.all from ids), true, at, 'both' not in (incoming_relation, outgoing_relation)
    ) as edge
    where edge.target_id = any((select ids.all from ids)::uuid[])
    group by edge.source_id
  )
  select
    was.id, was.name, was.description, was.type, was.status, was.health, was.labels, was.tags,
    coalesce(pointing.targets, '{}'), was.since, config_items.created_at, config_items.updated_at
  from relay.configs_as_of((select ids.all from ids), at) as was
  join found on found.id = was.id
  join config_items on config_items.id = was.id
  left join pointing on pointing.source_id = was.id
  order by found.depth, was.name, was.id
$$;
