-- Config items, what changed on them, what was found about them and how they hang together.

create table config_scrapers (
  id uuid primary key default generate_ulid(),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'
    constraint config_scrapers_agent_id_fkey references agents,
  name text not null,
  namespace text,
  description text,
  spec jsonb not null,
  source source not null,
  is_pushed boolean not null default false,
  created_by uuid constraint config_scrapers_created_by_fkey references people,
  created_at timestamptz not null default now(),
  updated_at timestamptz default now(),
  deleted_at timestamptz
);

create table scrape_plugins (
  id uuid primary key default generate_ulid(),
  name text not null,
  namespace text,
  spec jsonb not null,
  source source not null,
  created_by uuid constraint config_scraper_plugins_created_by_fkey references people,
  created_at timestamptz not null default now(),
  updated_at timestamptz default now(),
  deleted_at timestamptz
);

create table config_items (
  id uuid primary key default generate_ulid(),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'
    constraint config_items_agent_id_fkey references agents,
  scraper_id uuid constraint config_items_scraper_id_fkey references config_scrapers,
  parent_id uuid constraint config_items_parent_id_fkey references config_items,
  config_class text not null,
  type text not null,
  name text,
  description text,
  icon text,
  external_id text[],
  status text,
  health text,
  ready boolean,
  cost_per_minute numeric,
  cost_total_1d numeric,
  cost_total_7d numeric,
  cost_total_30d numeric,
  config jsonb,
  labels jsonb,
  tags jsonb,
  tags_values jsonb generated always as (jsonb_path_query_array(tags, '$.*')) stored,
  properties jsonb,
  path text,
  source text,
  delete_reason text,
  last_scraped_time timestamptz,
  inserted_at timestamptz not null default now(),
  is_pushed boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz default now(),
  deleted_at timestamptz
);
create index config_items_type_idx on config_items (type);
create index config_items_external_id_idx on config_items using gin (external_id);
create index config_items_parent_id_idx on config_items (parent_id);

create table config_changes (
  id uuid primary key default generate_ulid(),
  config_id uuid not null constraint config_changes_config_id_fkey references config_items on delete cascade,
  external_change_id text,
  external_created_by text,
  change_type text,
  severity text,
  source text,
  summary text,
  fingerprint text,
  patches jsonb,
  diff text,
  details jsonb,
  count integer not null default 1,
  first_observed timestamptz not null default now(),
  inserted_at timestamptz not null default now(),
  is_pushed boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default now(),
  constraint config_changes_config_id_external_change_id_key unique (config_id, external_change_id)
);
create index config_changes_config_id_created_at_idx on config_changes (config_id, created_at desc);
create index config_changes_created_at_idx on config_changes (created_at desc);

create table config_analysis (
  id uuid primary key default generate_ulid(),
  config_id uuid not null constraint config_analysis_config_id_fkey references config_items on delete cascade,
  scraper_id uuid,
  analyzer text not null,
  analysis_type text,
  severity text,
  status text default 'open',
  source text,
  summary text,
  message text,
  analysis jsonb,
  first_observed timestamptz not null default now(),
  last_observed timestamptz,
  is_pushed boolean not null default false,
  created_by uuid
);
create index config_analysis_config_id_idx on config_analysis (config_id);

create table config_relationships (
  config_id uuid not null constraint config_relationships_config_id_fkey references config_items on delete cascade,
  related_id uuid not null constraint config_relationships_related_id_fkey references config_items on delete cascade,
  relation text,
  selector_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz default now(),
  deleted_at timestamptz,
  constraint config_relationships_related_id_config_id_relation_key unique (related_id, config_id, relation)
);
create index config_relationships_config_id_idx on config_relationships (config_id);

create table check_config_relationships (
  config_id uuid not null constraint check_config_relationships_config_id_fkey references config_items on delete cascade,
  check_id uuid not null constraint check_config_relationships_check_id_fkey references checks on delete cascade,
  canary_id uuid not null constraint check_config_relationships_canary_id_fkey references canaries on delete cascade,
  selector_id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz default now(),
  deleted_at timestamptz,
  primary key (config_id, check_id, canary_id, selector_id)
);
