-- What the data API offers under /rpc.

create function uuid_to_ulid(id uuid) returns text language plpgsql immutable as $$
declare
  letters constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  bits constant bit varying := '00'::bit varying || ('x' || replace(id::text, '-', ''))::bit varying(128);
  ulid text := '';
begin
  for place in 0..25 loop
    ulid := ulid || substr(letters, substring(bits from place * 5 + 1 for 5)::bit(5)::integer + 1, 1);
  end loop;
  return ulid;
end $$;

-- Every direct edge between config items, from the one that stands above or points to the one below. A parent holds its
-- child hard; of the relationships only those whose relation says so are hard.
create view relay.config_edges as
  select config_id as source_id, related_id as target_id, relation, relation is not distinct from 'hard' as is_hard, deleted_at
  from config_relationships
  union
  select parent_id, id, 'parent', true, deleted_at
  from config_items
  where parent_id is not null;

-- The items within reach of one, itself included, each with the fewest steps that lead to it. An item that is reached on
-- several ways is counted once a depth, so circles end at the depth.
create function relay.configs_within_reach(
  start uuid, direction text, include_deleted boolean, max_depth integer, incoming_relation text, outgoing_relation text
) returns table (id uuid, depth integer) language sql stable as $$
  with recursive
  outgoing(id, depth) as (
    select start, 0
    union
    select edges.target_id, outgoing.depth + 1
    from outgoing
    join relay.config_edges as edges on edges.source_id = outgoing.id
    join config_items on config_items.id = edges.target_id
    where direction in ('outgoing', 'all')
      and (include_deleted or (edges.deleted_at is null and config_items.deleted_at is null))
      and (edges.is_hard or outgoing_relation is distinct from 'hard')
      and outgoing.depth < least(max_depth, 50)
  ),
  incoming(id, depth) as (
    select start, 0
    union
    select edges.source_id, incoming.depth + 1
    from incoming
    join relay.config_edges as edges on edges.target_id = incoming.id
    join config_items on config_items.id = edges.source_id
    where direction in ('incoming', 'all')
      and (include_deleted or (edges.deleted_at is null and config_items.deleted_at is null))
      and (edges.is_hard or incoming_relation is distinct from 'hard')
      and incoming.depth < least(max_depth, 50)
  )
  select reached.id, min(reached.depth)
  from (select * from outgoing union all select * from incoming) as reached
  group by reached.id
$$;

create function related_config_ids_recursive(
  config_id uuid,
  type_filter text default 'outgoing',
  max_depth integer default 5,
  incoming_relation text default 'both',
  outgoing_relation text default 'both'
) returns table (id uuid, depth integer) language sql stable as $$
  select * from relay.configs_within_reach($1, $2, false, $3, $4, $5)
$$;

create function config_relationships_recursive(
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

create function related_configs_recursive(
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
  with found as (
    select * from relay.configs_within_reach(
      related_configs_recursive.config_id, type_filter, include_deleted_configs, max_depth, incoming_relation,
      outgoing_relation
    )
  )
  select
    configs.id,
    configs.name,
    configs.type,
    array(
      select distinct edges.target_id::text
      from relay.config_edges as edges
      join found as target on target.id = edges.target_id
      where edges.source_id = configs.id
        and (edges.deleted_at is null or include_deleted_configs)
        and (edges.is_hard or 'both' in (incoming_relation, outgoing_relation))
      order by 1
    ),
    configs.tags,
    configs.changes,
    configs.analysis,
    configs.cost_per_minute,
    configs.cost_total_1d,
    configs.cost_total_7d,
    configs.cost_total_30d,
    configs.created_at,
    configs.updated_at,
    configs.deleted_at,
    configs.agent_id,
    configs.health,
    configs.ready,
    configs.status,
    configs.path
  from found
  join configs on configs.id = found.id
  where configs.deleted_at is null or include_deleted_configs
  order by found.depth, configs.name, configs.id
$$;
comment on function related_configs_recursive is
  'The item itself and those within reach; related_ids are the found items that a row points at.';

create function related_configs(
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
create function related_changes_recursive(
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

create function lookup_config_children(id uuid, max_depth integer)
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

create function lookup_config_relations(id uuid)
returns table (parent_id uuid, child_id uuid, relation text) language sql stable as $$
  select edges.source_id, edges.target_id, edges.relation
  from relay.config_edges as edges
  where $1 in (edges.source_id, edges.target_id) and edges.deleted_at is null
$$;

create function lookup_component_children(id uuid, max_depth integer)
returns table (child_id uuid, parent_id uuid, level integer) language sql stable as $$
  with recursive tree(child_id, parent_id, level) as (
    select components.id, components.parent_id, 0 from components where components.id = $1
    union
    select components.id, components.parent_id, tree.level + 1
    from tree
    join components on components.parent_id = tree.child_id
    where components.deleted_at is null and ($2 < 0 or tree.level < $2)
  ) cycle child_id set is_cycle using visited
  select tree.child_id, tree.parent_id, tree.level from tree where not is_cycle
$$;

create function lookup_component_relations(component_id uuid) returns table (id uuid) language sql stable as $$
  select component_relationships.relationship_id from component_relationships
  where component_relationships.component_id = $1 and component_relationships.deleted_at is null
  union
  select component_relationships.component_id from component_relationships
  where component_relationships.relationship_id = $1 and component_relationships.deleted_at is null
$$;

create function lookup_component_by_property(text, text) returns setof components language sql stable as $$
  select * from components
  where deleted_at is null and jsonb_typeof(properties) = 'array' and exists (
    select from jsonb_array_elements(properties) as property
    where property ->> 'name' = $1 and property ->> 'text' = $2
  )
$$;

create function lookup_component_incidents(component_id uuid) returns table (id uuid) language sql stable as $$
  select incidents_by_component.id from incidents_by_component
  where incidents_by_component.component_id = $1 and incidents_by_component.status not in ('closed', 'cancelled')
$$;

create function lookup_component_names(component_id uuid[]) returns table (names text[]) language sql stable as $$
  select array_agg(components.name order by wanted.place)
  from unnest($1) with ordinality as wanted(id, place)
  join components on components.id = wanted.id
$$;

create function lookup_components_by_check(id uuid)
returns table (component_id uuid, name text, type text, icon text, role text) language sql stable as $$
  select components.id, components.name, components.type, components.icon, check_component_relationships.selector_id
  from check_component_relationships
  join components on components.id = check_component_relationships.component_id
  where check_component_relationships.check_id = $1 and check_component_relationships.deleted_at is null
$$;

create function lookup_components_by_config(id uuid)
returns table (component_id uuid, name text, type text, icon text, role text) language sql stable as $$
  select components.id, components.name, components.type, components.icon, config_component_relationships.selector_id
  from config_component_relationships
  join components on components.id = config_component_relationships.component_id
  where config_component_relationships.config_id = $1 and config_component_relationships.deleted_at is null
$$;

create function lookup_configs_by_component(id uuid)
returns table (config_id uuid, name text, type text, icon text, role text, deleted_at timestamptz)
language sql stable as $$
  select
    config_items.id, config_items.name, config_items.type, config_items.icon, config_component_relationships.selector_id,
    config_items.deleted_at
  from config_component_relationships
  join config_items on config_items.id = config_component_relationships.config_id
  where config_component_relationships.component_id = $1 and config_component_relationships.deleted_at is null
$$;

create function lookup_changes_by_component(id uuid) returns setof changes_by_component language sql stable as $$
  select * from changes_by_component where component_id = $1
$$;

create function lookup_analysis_by_component(id uuid) returns setof analysis_by_component language sql stable as $$
  select * from analysis_by_component where component_id = $1
$$;

create function check_summary_for_component(id uuid) returns setof check_summary language sql stable as $$
  select check_summary.*
  from check_summary
  where check_summary.id in (
    select check_component_relationships.check_id from check_component_relationships
    where check_component_relationships.component_id = $1 and check_component_relationships.deleted_at is null
  )
$$;

create function get_playbook_run_actions(run_id uuid) returns table (
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
