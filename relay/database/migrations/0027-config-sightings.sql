-- What was found last of each item that is not deleted, so that one that is found as it was costs one look and one narrow row.
-- Unlogged: after a crash it is empty, and everything is looked at once.

drop table relay.config_sightings;
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

create function relay.forget_sighting() returns trigger language plpgsql as $$
begin
  delete from relay.config_sightings where config_id = new.id;
  return null;
end $$;
create trigger config_items_forget_sighting after update of deleted_at on config_items for each row
  when (old.deleted_at is distinct from new.deleted_at) execute function relay.forget_sighting();
