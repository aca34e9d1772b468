-- Earlier states of config items and relationships. Documents are not part of it: `config_changes` has their diffs.

-- How an item was, but for its document, until it became another.
create table relay.config_item_versions (
  config_id uuid not null references config_items on delete cascade,
  until timestamptz not null,
  name text,
  description text,
  status text,
  health text,
  labels jsonb,
  tags jsonb,
  parent_id uuid,
  deleted_at timestamptz,
  primary key (config_id, until)
);
create index config_item_versions_parent_id_idx on relay.config_item_versions (parent_id) where parent_id is not null;
create index config_item_versions_until_idx on relay.config_item_versions (until);

-- A relationship that ended, and was found again later: it begins anew.
create table relay.config_relationship_spans (
  config_id uuid not null references config_items on delete cascade,
  related_id uuid not null references config_items on delete cascade,
  relation text,
  since timestamptz not null,
  until timestamptz not null
);
create index config_relationship_spans_config_id_idx on relay.config_relationship_spans (config_id, related_id);
create index config_relationship_spans_related_id_idx on relay.config_relationship_spans (related_id);

-- Since when what is kept of an item is whole; where nothing is said, since it was first found.
create table relay.config_history_starts (
  config_id uuid primary key references config_items on delete cascade,
  -- Diffs up to this time are not kept.
  diffs_after timestamptz,
  -- Versions until this time are not kept.
  versions_after timestamptz,
  -- Insights up to this time are not kept.
  insights_after timestamptz
);

-- While a scraper ran well, run after run: what it found between two such spans is not known.
create table relay.scraper_spans (
  scraper_id uuid not null references config_scrapers on delete cascade,
  since timestamptz not null,
  until timestamptz not null,
  primary key (scraper_id, since)
);
