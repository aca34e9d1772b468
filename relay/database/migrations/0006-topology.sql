-- Topologies and their components.

create table topologies (
  id uuid primary key default generate_ulid(),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'
    constraint topologies_agent_id_fkey references agents,
  name text not null,
  namespace text not null,
  labels jsonb,
  source source not null default 'UI',
  spec jsonb,
  schedule text,
  is_pushed boolean not null default false,
  created_by uuid constraint topologies_created_by_fkey references people,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  deleted_at timestamptz
);
create unique index topologies_agent_id_name_namespace_key
  on topologies (agent_id, name, namespace)
  where deleted_at is null and agent_id = '00000000-0000-0000-0000-000000000000';

create table components (
  id uuid primary key default generate_ulid(),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'
    constraint components_agent_id_fkey references agents,
  topology_id uuid constraint components_topology_id_fkey references topologies,
  parent_id uuid constraint components_parent_id_fkey references components,
  config_id uuid constraint components_config_id_fkey references config_items,
  external_id text not null,
  name text not null,
  text text,
  topology_type text,
  namespace text,
  labels jsonb,
  hidden boolean not null default false,
  silenced boolean not null default false,
  status text not null,
  status_expr text,
  health_expr text,
  health text,
  description text,
  lifecycle text,
  tooltip text,
  status_reason text,
  schedule text,
  icon text,
  type text,
  owner text,
  selectors jsonb,
  log_selectors jsonb,
  component_checks jsonb,
  configs jsonb,
  properties jsonb,
  path text,
  summary jsonb,
  is_leaf boolean default false,
  cost_per_minute numeric,
  cost_total_1d numeric,
  cost_total_7d numeric,
  cost_total_30d numeric,
  is_pushed boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz default now(),
  deleted_at timestamptz,
  -- The position that the document of the topology gives a component among its siblings.
  sort_order double precision,
  constraint components_topology_id_type_name_parent_id_key
    unique nulls not distinct (topology_id, type, name, parent_id)
);
create index components_parent_id_idx on components (parent_id);
create trigger components_raise_health after update on components for each row
  when (coalesce(nullif(old.health, ''), 'unknown') <> coalesce(nullif(new.health, ''), 'unknown') and new.deleted_at is null)
  execute function relay.raise_health_event('component');
create trigger components_raise_first after insert on components for each row
  when (new.health in ('unhealthy', 'warning')) execute function relay.raise_health_event('component');
create trigger components_end_silences after update on components for each row
  when (old.health is distinct from new.health and new.health = 'healthy') execute function relay.end_silences('component');

create table component_relationships (
  component_id uuid not null constraint component_relationships_component_id_fkey references components on delete cascade,
  relationship_id uuid not null
    constraint component_relationships_relationship_id_fkey references components on delete cascade,
  selector_id text not null,
  relationship_path text,
  created_at timestamptz not null default now(),
  updated_at timestamptz default now(),
  deleted_at timestamptz,
  primary key (component_id, relationship_id, selector_id)
);
create index component_relationships_relationship_id_idx on component_relationships (relationship_id);
comment on column component_relationships.component_id is 'the component that is shown under another';
comment on column component_relationships.relationship_id is 'the component under which it is shown';

create table check_component_relationships (
  component_id uuid not null
    constraint check_component_relationships_component_id_fkey references components on delete cascade,
  check_id uuid not null constraint check_component_relationships_check_id_fkey references checks on delete cascade,
  canary_id uuid not null constraint check_component_relationships_canary_id_fkey references canaries on delete cascade,
  selector_id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz default now(),
  deleted_at timestamptz,
  primary key (component_id, check_id, canary_id, selector_id)
);

create table config_component_relationships (
  component_id uuid not null
    constraint config_component_relationships_component_id_fkey references components on delete cascade,
  config_id uuid not null
    constraint config_component_relationships_config_id_fkey references config_items on delete cascade,
  selector_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz default now(),
  deleted_at timestamptz,
  constraint config_component_relationships_component_id_config_id_key unique (component_id, config_id)
);

create table team_components (
  team_id uuid not null constraint team_components_team_id_fkey references teams on delete cascade,
  component_id uuid not null constraint team_components_component_id_fkey references components on delete cascade,
  role text,
  selector_id text,
  constraint team_components_team_id_component_id_selector_id_key unique (team_id, component_id, selector_id)
);

-- Of several relays on one database one reads a topology: the one that began to, as long as it lives.
create table relay.topology_owners (
  topology_id uuid primary key references topologies on delete cascade,
  relay_id uuid not null,
  is_running boolean not null
);

-- When a topology was last read well.
create table relay.topology_observations (
  topology_id uuid constraint topology_sightings_pkey primary key
    constraint topology_sightings_topology_id_fkey references topologies on delete cascade,
  observed_at timestamptz not null
) with (fillfactor = 50);
