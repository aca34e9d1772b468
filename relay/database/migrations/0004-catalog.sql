-- Config items, their changes, insights and relationships.

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
create trigger scrape_plugins_notify after insert or update or delete on scrape_plugins
  for each row execute function relay.notify_table_activity();

-- A scrape moves the time of every item: room in each page for a second version of a row keeps the indexes as they are.
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
) with (fillfactor = 85);
create index config_items_type_idx on config_items (type);
create index config_items_external_id_idx on config_items using gin (external_id);
create index config_items_parent_id_idx on config_items (parent_id);
-- What scrapers write: items are found again by type and first external id.
create index config_items_type_external_id_idx on config_items (type, (external_id[1]));
create index config_items_type_name_idx on config_items (type, name);
create index config_items_scraper_id_idx on config_items (scraper_id);
create index config_items_agent_id_idx on config_items (agent_id);
-- A step along relationships asks only which of those that it leads to are deleted, which are few, instead of reading each item: that
-- is read once, at the end.
create index config_items_deleted_id_idx on config_items (id) where deleted_at is not null;
create unique index config_items_live_id_key on config_items (type, (external_id[1]))
  where deleted_at is null and agent_id = '00000000-0000-0000-0000-000000000000';
create trigger config_items_90_touch before update on config_items for each row
  when (old.config is distinct from new.config) execute function relay.touch();
create trigger config_items_forget_sighting after update of deleted_at on config_items for each row
  when (old.deleted_at is distinct from new.deleted_at) execute function relay.forget_sighting();
create trigger config_items_keep_version
  after update of name, description, status, health, labels, tags, parent_id, deleted_at on config_items for each row
  when (
    (old.name, old.description, old.status, old.health, old.labels, old.tags, old.parent_id, old.deleted_at)
    is distinct from
    (new.name, new.description, new.status, new.health, new.labels, new.tags, new.parent_id, new.deleted_at)
  ) execute function relay.keep_config_item_version();
create trigger config_items_raise_health after update on config_items for each row
  when (coalesce(nullif(old.health, ''), 'unknown') <> coalesce(nullif(new.health, ''), 'unknown') and new.deleted_at is null)
  execute function relay.raise_health_event('config');
create trigger config_items_raise_first after insert on config_items for each row
  when (new.health in ('unhealthy', 'warning')) execute function relay.raise_health_event('config');
create trigger config_items_raise_created after insert on config_items referencing new table as added
  for each statement execute function relay.raise_created_configs();
create trigger config_items_raise_deleted after update on config_items for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function relay.raise_deleted_config();
create trigger config_items_end_silences after update on config_items for each row
  when (old.health is distinct from new.health and new.health = 'healthy') execute function relay.end_silences('config');
-- A text sought in the catalog is found by its trigrams instead of by reading every item. A server may lack pg_trgm, or not let its
-- owner have it: then items are read as before.
do $$
declare
  place text;
begin
  create extension if not exists pg_trgm schema relay;
  select pg_namespace.nspname into strict place
  from pg_extension join pg_namespace on pg_namespace.oid = pg_extension.extnamespace
  where pg_extension.extname = 'pg_trgm';
  execute format(
    $index$
      create index config_items_name_trigrams on config_items
        using gin (name %1$I.gin_trgm_ops) with (gin_pending_list_limit = 1024);
      create index config_items_type_trigrams on config_items
        using gin (type %1$I.gin_trgm_ops) with (gin_pending_list_limit = 1024);
      create index config_items_description_trigrams on config_items
        using gin (description %1$I.gin_trgm_ops) with (gin_pending_list_limit = 1024);
      create index config_items_namespace_trigrams on config_items
        using gin ((tags ->> 'namespace') %1$I.gin_trgm_ops) with (gin_pending_list_limit = 1024);
    $index$,
    place
  );
exception when insufficient_privilege or feature_not_supported or undefined_file then
  raise notice 'Items are sought without an index: %', sqlerrm;
end $$;

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
create index config_changes_created_at_idx on config_changes (created_at, id);
create trigger config_changes_raise after insert on config_changes referencing new table as added
  for each statement execute function relay.raise_config_changes();

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
-- What the marks of insights and relationships are read by, so that asking for them does not read the tables.
create index config_analysis_last_observed_idx on config_analysis (last_observed desc nulls last, id);
create index config_analysis_open_idx on config_analysis (id desc) where status = 'open';

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
create index config_relationships_related_id_idx on config_relationships (related_id);
-- Following relationships goes from step to step by the indexes, whatever their number, instead of reading all of them at each step.
create index config_relationships_config_id_related_id_idx on config_relationships (config_id, related_id);
create index config_relationships_updated_at_idx
  on config_relationships (updated_at desc nulls last, config_id, related_id, relation);
create index config_relationships_deleted_at_idx
  on config_relationships (deleted_at desc, config_id, related_id, relation) where deleted_at is not null;
create trigger config_relationships_keep_span before update of deleted_at on config_relationships for each row
  when (old.deleted_at is not null and new.deleted_at is null)
  execute function relay.keep_config_relationship_span();

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

-- What each item says that it belongs to and leads to, by what sources call things, whether or not it is there yet.
create table relay.config_links (
  config_id uuid primary key references config_items on delete cascade,
  links jsonb not null,
  -- The rows of what is linked are to be looked for.
  is_due boolean not null default true,
  -- Something that is linked was not there when it was looked for.
  is_dangling boolean not null default false
);
create index config_links_due_idx on relay.config_links (config_id) where is_due;
create index config_links_dangling_idx on relay.config_links (config_id) where is_dangling;

create unlogged table relay.config_sightings (
  config_id uuid primary key references config_items on delete cascade,
  -- A hash of scraper, type and id, and one of everything that is known of the item.
  key uuid not null,
  content text not null,
  seen_at timestamptz not null,
  -- When the item itself was last told that it was scraped.
  noted_at timestamptz not null
) with (fillfactor = 50);
create index config_sightings_key_idx on relay.config_sightings (key);

-- Of several relays on one database one runs a scraper: the one that began to, as long as it lives.
create table relay.scraper_owners (
  scraper_id uuid primary key references config_scrapers on delete cascade,
  relay_id uuid not null,
  is_running boolean not null
);
