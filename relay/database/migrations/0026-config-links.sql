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

create index config_items_type_name_idx on config_items (type, name);
create index config_relationships_related_id_idx on config_relationships (related_id);

-- When each item was last found. Of an item that is as it was nothing else moves, so that scraping often writes little; after a
-- crash it is empty, and the time of the item itself counts.
create unlogged table relay.config_sightings (
  config_id uuid primary key references config_items on delete cascade,
  seen_at timestamptz not null
);

drop index config_items_scraper_id_idx;
create index config_items_scraper_id_idx on config_items (scraper_id);
