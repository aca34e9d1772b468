-- Engine work is spread over the relays of one database by the hash of its id: each shard has one owner at a time. `epoch` is a
-- fencing token: it grows with every change of the owner, and results that state an older one are rejected. An owner lives as
-- long as `seen_at` of its row in relay.instances is younger than its own `lease_seconds`: relays may be configured differently.
create table relay.work_shards (
  shard integer primary key,
  owner uuid,
  epoch bigint not null default 0
) with (fillfactor = 50);
insert into relay.work_shards (shard) select generate_series(0, 63);

alter table relay.instances
  add column started_at timestamptz not null default now(),
  add column version text not null default '',
  add column is_draining boolean not null default false,
  add column lease_seconds double precision not null default 15;
