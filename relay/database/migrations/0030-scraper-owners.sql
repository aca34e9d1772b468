-- Of several relays on one database one runs a scraper: the one that began to, as long as it lives.

create table relay.scraper_owners (
  scraper_id uuid primary key references config_scrapers on delete cascade,
  relay_id uuid not null,
  is_running boolean not null
);
