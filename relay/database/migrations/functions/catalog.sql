create or replace function relay.next_configs(
  items uuid[], is_outgoing boolean, include_deleted boolean, only_hard boolean
) returns setof uuid language sql stable as $$
  select distinct step.id
  from (
    select related_id as id from config_relationships
    where is_outgoing and config_id = any(items) and (include_deleted or deleted_at is null)
      and (not only_hard or relation = 'hard')
    union all
    select config_id from config_relationships
    where not is_outgoing and related_id = any(items) and (include_deleted or deleted_at is null)
      and (not only_hard or relation = 'hard')
    union all
    select config_items.id from config_items where is_outgoing and parent_id = any(items)
    union all
    select parent_id from config_items where not is_outgoing and config_items.id = any(items) and parent_id is not null
      and (include_deleted or deleted_at is null)
  ) as step
  where include_deleted
    or step.id not in (select gone.id from config_items as gone where gone.deleted_at is not null)
$$;

-- An item with those that so many steps in one direction lead to, each with the fewest of them.
create or replace function relay.walk_configs(
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

create or replace function related_config_ids_recursive(
  config_id uuid,
  type_filter text default 'outgoing',
  max_depth integer default 5,
  incoming_relation text default 'both',
  outgoing_relation text default 'both'
) returns table (id uuid, depth integer) language sql stable as $$
  select * from relay.configs_within_reach($1, $2, false, $3, $4, $5)
$$;

create or replace function config_relationships_recursive(
  config_id uuid,
  type_filter text default 'outgoing',
  max_depth integer default 5,
  incoming_relation text default 'both',
  outgoing_relation text default 'both'
) returns table (id uuid, related_id uuid, relation_type text) language sql stable as $$
  with found as (select * from relay.configs_within_reach($1, $2, false, $3, $4, $5))
  select edges.source_id, edges.target_id, edges.relation
  from relay.config_edges as edges
  join found as source on source.id = edges.source_id
  join found as target on target.id = edges.target_id
  where edges.deleted_at is null and (edges.is_hard or 'both' in ($4, $5))
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
comment on function related_configs_recursive is
  'The item itself and those within reach; related_ids are the found items that a row points at.';

create or replace function related_configs(
  config_id uuid,
  type_filter text default 'all',
  include_deleted_configs boolean default false
) returns table (
  relation text,
  direction text,
  config jsonb
) language sql stable as $$
  select edges.relation, 'outgoing', to_jsonb(configs)
  from relay.config_edges as edges
  join configs on configs.id = edges.target_id
  where edges.source_id = $1 and $2 in ('outgoing', 'all') and edges.deleted_at is null
    and ($3 or configs.deleted_at is null)
  union all
  select edges.relation, 'incoming', to_jsonb(configs)
  from relay.config_edges as edges
  join configs on configs.id = edges.source_id
  where edges.target_id = $1 and $2 in ('incoming', 'all') and edges.deleted_at is null
    and ($3 or configs.deleted_at is null)
$$;

-- Downstream is what the item leads to, upstream what leads to it.
create or replace function related_changes_recursive(
  lookup_id uuid,
  type_filter text default 'downstream',
  include_deleted_configs boolean default false,
  max_depth integer default 5,
  soft boolean default false
) returns table (
  id uuid,
  config_id uuid,
  name text,
  type text,
  tags jsonb,
  external_created_by text,
  created_at timestamptz,
  severity text,
  change_type text,
  source text,
  summary text,
  created_by uuid,
  count integer,
  first_observed timestamptz,
  agent_id uuid,
  external_change_id text,
  deleted_at timestamptz
) language sql stable as $$
  select
    changes.id, changes.config_id, changes.name, changes.type, changes.tags, changes.external_created_by,
    changes.created_at, changes.severity, changes.change_type, changes.source, changes.summary, changes.created_by,
    changes.count, changes.first_observed, changes.agent_id, changes.external_change_id, changes.deleted_at
  from relay.configs_within_reach(
    lookup_id,
    case type_filter when 'downstream' then 'outgoing' when 'upstream' then 'incoming' else type_filter end,
    include_deleted_configs,
    max_depth,
    case when soft then 'both' else 'hard' end,
    case when soft then 'both' else 'hard' end
  ) as found
  join catalog_changes as changes on changes.config_id = found.id
  where changes.deleted_at is null or include_deleted_configs
$$;

create or replace function lookup_config_children(id uuid, max_depth integer)
returns table (child_id uuid, parent_id uuid, level integer) language sql stable as $$
  with recursive tree(child_id, parent_id, level) as (
    select config_items.id, config_items.parent_id, 0 from config_items where config_items.id = $1
    union
    select config_items.id, config_items.parent_id, tree.level + 1
    from tree
    join config_items on config_items.parent_id = tree.child_id
    where $2 < 0 or tree.level < $2
  ) cycle child_id set is_cycle using visited
  select tree.child_id, tree.parent_id, tree.level from tree where not is_cycle
$$;

create or replace function lookup_config_relations(id uuid)
returns table (parent_id uuid, child_id uuid, relation text) language sql stable as $$
  select edges.source_id, edges.target_id, edges.relation
  from relay.config_edges as edges
  where $1 in (edges.source_id, edges.target_id) and edges.deleted_at is null
$$;

-- What an item stands in, the nearest first. No item has a place of its own here, so no alias of one narrows it.
create or replace function get_parents_by_location(config_id uuid, alias_prefix text default null, include_deleted boolean default false)
returns table (id uuid, name text, type text) language sql stable as $$
  with recursive parents(id, name, type, parent_id, deleted_at, depth) as (
    select config_items.id, config_items.name, config_items.type, config_items.parent_id, config_items.deleted_at, 0
    from config_items where config_items.id = $1
    union all
    select config_items.id, config_items.name, config_items.type, config_items.parent_id, config_items.deleted_at,
      parents.depth + 1
    from parents
    join config_items on config_items.id = parents.parent_id
  ) cycle id set is_cycle using visited
  select parents.id, parents.name, parents.type
  from parents
  where parents.depth > 0 and not parents.is_cycle and (parents.deleted_at is null or $3)
  order by parents.depth
$$;

create or replace function relay.forget_sighting() returns trigger language plpgsql as $$
begin
  delete from relay.config_sightings where config_id = new.id;
  return null;
end $$;
