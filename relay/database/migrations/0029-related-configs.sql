-- Following relationships goes from step to step by the indexes, whatever their number, instead of reading all of them at each step.

create index config_relationships_config_id_related_id_idx on config_relationships (config_id, related_id);
drop index config_relationships_config_id_idx;

-- The items one step from those of a list, in one direction.
create function relay.next_configs(
  items uuid[], is_outgoing boolean, include_deleted boolean, only_hard boolean
) returns setof uuid language sql stable as $$
  select distinct config_items.id
  from (
    select related_id as id from config_relationships
    where is_outgoing and config_id = any(items) and (include_deleted or deleted_at is null)
      and (not only_hard or relation = 'hard')
    union all
    select config_id from config_relationships
    where not is_outgoing and related_id = any(items) and (include_deleted or deleted_at is null)
      and (not only_hard or relation = 'hard')
    union all
    select id from config_items where is_outgoing and parent_id = any(items)
    union all
    select parent_id from config_items where not is_outgoing and id = any(items)
      and (include_deleted or deleted_at is null)
  ) as step
  join config_items on config_items.id = step.id
  where include_deleted or config_items.deleted_at is null
$$;

-- An item with those that so many steps in one direction lead to, each with the fewest of them.
create function relay.walk_configs(
  start uuid, is_outgoing boolean, include_deleted boolean, max_depth integer, only_hard boolean
) returns table (id uuid, depth integer) language plpgsql stable as $$
declare
  reached uuid[] := array[start];
  latest uuid[] := array[start];
begin
  return query select start, 0;
  for step in 1..least(max_depth, 50) loop
    latest := array(
      select next from relay.next_configs(latest, is_outgoing, include_deleted, only_hard) as next
      except
      select unnest(reached)
    );
    exit when cardinality(latest) = 0;
    reached := reached || latest;
    return query select unnest(latest), step;
  end loop;
end $$;

create or replace function relay.configs_within_reach(
  start uuid, direction text, include_deleted boolean, max_depth integer, incoming_relation text, outgoing_relation text
) returns table (id uuid, depth integer) language sql stable as $$
  select reached.id, min(reached.depth)
  from (
    select * from relay.walk_configs(
      start, true, include_deleted, case when direction in ('outgoing', 'all') then max_depth else 0 end,
      outgoing_relation is not distinct from 'hard'
    )
    union all
    select * from relay.walk_configs(
      start, false, include_deleted, case when direction in ('incoming', 'all') then max_depth else 0 end,
      incoming_relation is not distinct from 'hard'
    )
  ) as reached
  group by reached.id
$$;

create or replace function related_configs_recursive(
  config_id uuid,
  type_filter text default 'outgoing',
  include_deleted_configs boolean default false,
  max_depth integer default 5,
  incoming_relation text default 'both',
  outgoing_relation text default 'both'
) returns table (
  id uuid,
  name text,
  type text,
  related_ids text[],
  tags jsonb,
  changes bigint,
  analysis jsonb,
  cost_per_minute numeric,
  cost_total_1d numeric,
  cost_total_7d numeric,
  cost_total_30d numeric,
  created_at timestamptz,
  updated_at timestamptz,
  deleted_at timestamptz,
  agent_id uuid,
  health text,
  ready boolean,
  status text,
  path text
) language sql stable as $$
  with found as materialized (
    select * from relay.configs_within_reach(
      related_configs_recursive.config_id, type_filter, include_deleted_configs, max_depth, incoming_relation,
      outgoing_relation
    )
  ),
  ids as materialized (select array_agg(found.id) as all from found),
  edges as (
    select config_relationships.config_id as source_id, config_relationships.related_id as target_id
    from config_relationships
    where config_relationships.config_id = any((select ids.all from ids)::uuid[])
      and (config_relationships.deleted_at is null or include_deleted_configs)
      and ('both' in (incoming_relation, outgoing_relation) or config_relationships.relation = 'hard')
    union
    select config_items.parent_id, config_items.id
    from config_items
    where config_items.id = any((select ids.all from ids)::uuid[]) and config_items.parent_id is not null
      and (config_items.deleted_at is null or include_deleted_configs)
  ),
  pointing as (
    select edges.source_id, array_agg(edges.target_id::text order by edges.target_id::text) as targets
    from edges
    join found as source on source.id = edges.source_id
    join found as target on target.id = edges.target_id
    group by edges.source_id
  ),
  changed as (
    select config_changes.config_id, count(*) as changes
    from config_changes
    where config_changes.config_id = any((select ids.all from ids)::uuid[])
      and config_changes.created_at > now() - interval '7 days'
    group by config_changes.config_id
  ),
  analysed as (
    select counted.config_id, jsonb_object_agg(counted.analysis_type, counted.total) as analysis
    from (
      select config_analysis.config_id, config_analysis.analysis_type, count(*) as total
      from config_analysis
      where config_analysis.config_id = any((select ids.all from ids)::uuid[])
        and config_analysis.analysis_type is not null
        and coalesce(config_analysis.last_observed, config_analysis.first_observed) > now() - interval '7 days'
      group by config_analysis.config_id, config_analysis.analysis_type
    ) as counted
    group by counted.config_id
  )
  select
    config_items.id,
    config_items.name,
    config_items.type,
    coalesce(pointing.targets, '{}'),
    config_items.tags,
    coalesce(changed.changes, 0),
    analysed.analysis,
    config_items.cost_per_minute,
    config_items.cost_total_1d,
    config_items.cost_total_7d,
    config_items.cost_total_30d,
    config_items.created_at,
    config_items.updated_at,
    config_items.deleted_at,
    config_items.agent_id,
    config_items.health,
    config_items.ready,
    config_items.status,
    config_items.path
  from found
  join config_items on config_items.id = found.id
  left join pointing on pointing.source_id = found.id
  left join changed on changed.config_id = found.id
  left join analysed on analysed.config_id = found.id
  where config_items.deleted_at is null or include_deleted_configs
  order by found.depth, config_items.name, config_items.id
$$;
