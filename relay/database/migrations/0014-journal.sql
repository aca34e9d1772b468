-- The numbered record of what the console observed. The data API shows schema public only.

create schema journal;

create sequence journal.numbers;

-- One row a feed: one instance of a topic as everybody with the same sight sees it.
create table journal.feeds (
  id int generated always as identity primary key,
  key text not null unique,
  topic text not null,
  params text not null,
  sight text not null,
  -- Versions count within an epoch; `era` numbers the epochs.
  era int not null default 0,
  epoch text not null default '',
  -- Everything up to here is durable; which rows changed is known since `known_from`.
  version int8 not null default 0,
  known_from int8 not null default 0,
  -- Until when the source is known to have been observed.
  alive_at timestamptz,
  -- Since when entries are kept.
  began_at timestamptz,
  -- The relay that may write, as long as it renews its word.
  writer text,
  writer_until timestamptz
);

create table journal.entries (
  feed int not null references journal.feeds on delete cascade,
  number int8 not null default nextval('journal.numbers'),
  era int not null,
  version int8 not null,
  observed_at timestamptz not null,
  kind text not null check (kind in ('put', 'drop', 'gap')),
  entity text,
  -- JSON, as text: what the database cannot hold in its own json stays escaped.
  row text,
  before text,
  until timestamptz,
  why text,
  reason text,
  bytes int not null,
  primary key (feed, observed_at, number)
);
create index entries_of_entity on journal.entries (feed, entity, observed_at, number) where entity is not null;
create index entries_gaps on journal.entries (feed, observed_at) where kind = 'gap';

-- All rows of a feed at one version, packed.
create table journal.keyframes (
  feed int not null references journal.feeds on delete cascade,
  era int not null,
  version int8 not null,
  observed_at timestamptz not null,
  body bytea not null,
  bytes int not null,
  primary key (feed, era, version)
);
alter table journal.keyframes alter column body set storage external;

-- Which rows changed on the way to a version, as hashes of their keys, and which versions on that way are unknown: those
-- between `hole_after` and `hole_before` may have been given out and were not recorded.
create table journal.marks (
  feed int not null references journal.feeds on delete cascade,
  era int not null,
  version int8 not null,
  observed_at timestamptz not null,
  keys bytea not null,
  hole_after int8,
  hole_before int8,
  primary key (feed, era, version)
);
