create or replace function lookup_component_children(id uuid, max_depth integer)
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

create or replace function lookup_component_relations(component_id uuid) returns table (id uuid) language sql stable as $$
  select component_relationships.relationship_id from component_relationships
  where component_relationships.component_id = $1 and component_relationships.deleted_at is null
  union
  select component_relationships.component_id from component_relationships
  where component_relationships.relationship_id = $1 and component_relationships.deleted_at is null
$$;

create or replace function lookup_component_incidents(component_id uuid) returns table (id uuid) language sql stable as $$
  select incidents_by_component.id from incidents_by_component
  where incidents_by_component.component_id = $1 and incidents_by_component.status not in ('closed', 'cancelled')
$$;

create or replace function lookup_component_names(component_id uuid[]) returns table (names text[]) language sql stable as $$
  select array_agg(components.name order by wanted.place)
  from unnest($1) with ordinality as wanted(id, place)
  join components on components.id = wanted.id
$$;

create or replace function lookup_components_by_check(id uuid)
returns table (component_id uuid, name text, type text, icon text, role text) language sql stable as $$
  select components.id, components.name, components.type, components.icon, check_component_relationships.selector_id
  from check_component_relationships
  join components on components.id = check_component_relationships.component_id
  where check_component_relationships.check_id = $1 and check_component_relationships.deleted_at is null
$$;

create or replace function lookup_components_by_config(id uuid)
returns table (component_id uuid, name text, type text, icon text, role text) language sql stable as $$
  select components.id, components.name, components.type, components.icon, config_component_relationships.selector_id
  from config_component_relationships
  join components on components.id = config_component_relationships.component_id
  where config_component_relationships.config_id = $1 and config_component_relationships.deleted_at is null
$$;

create or replace function lookup_configs_by_component(id uuid)
returns table (config_id uuid, name text, type text, icon text, role text, deleted_at timestamptz)
language sql stable as $$
  select
    config_items.id, config_items.name, config_items.type, config_items.icon, config_component_relationships.selector_id,
    config_items.deleted_at
  from config_component_relationships
  join config_items on config_items.id = config_component_relationships.config_id
  where config_component_relationships.component_id = $1 and config_component_relationships.deleted_at is null
$$;

-- Components that are tied to an item that this one is tied to.
create or replace function lookup_component_config_id_related_components(component_id uuid) returns table (id uuid)
language sql stable as $$
  select distinct others.component_id
  from config_component_relationships as own
  join config_component_relationships as others on others.config_id = own.config_id and others.deleted_at is null
  where own.component_id = $1 and own.deleted_at is null and others.component_id <> $1
$$;
