-- Saved views of the console's pages. The data API shows schema public alone, so nothing of this.
create table relay.saved_views (
  id uuid primary key default gen_random_uuid(),
  -- Of the hosted mode; empty where there is one organisation.
  organisation text not null default '',
  owner_id text not null,
  owner_name text not null,
  name text not null,
  page text not null,
  query text not null,
  is_shared boolean not null default false,
  updated_at timestamptz not null default now()
);
create unique index saved_views_name on relay.saved_views (organisation, owner_id, page, lower(name));

-- With which view a page opens for a person.
create table relay.default_views (
  organisation text not null default '',
  person_id text not null,
  page text not null,
  view_id uuid not null references relay.saved_views on delete cascade,
  primary key (organisation, person_id, page)
);
