-- What scrapers write: items are found again by type and first external id.

create index config_items_type_external_id_idx on config_items (type, (external_id[1]));
create index config_items_scraper_id_idx on config_items (scraper_id, last_scraped_time);

-- A scrape moves the time of every item: room in each page for a second version of a row keeps the indexes as they are.
alter table config_items set (fillfactor = 85);
