-- Operating several relays: each states its address, the work that it runs and its documents (hash by file) in its row. An
-- administrator asks for a drain in the row of any relay; null documents are those of a relay of an earlier version.
alter table relay.instances
  add column address text,
  add column runs jsonb not null default '{}',
  add column documents jsonb,
  add column drain_requested_at timestamptz;
