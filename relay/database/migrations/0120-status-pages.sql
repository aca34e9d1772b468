-- What those who wait for the end of an incident are told, and the links by which they read it.

create table relay.incident_updates (
  id uuid primary key default gen_random_uuid(),
  incident_id uuid not null references incidents on delete cascade,
  said text not null,
  impact text not null default '',
  created_by uuid references people,
  created_at timestamptz not null default now()
);
create index incident_updates_incident_id_idx on relay.incident_updates (incident_id, created_at desc);

create table relay.incident_links (
  id uuid primary key default gen_random_uuid(),
  incident_id uuid not null references incidents on delete cascade,
  -- SHA-256 of the token, which is kept nowhere.
  token_hash text not null unique,
  created_by uuid references people,
  created_at timestamptz not null default now(),
  ends_at timestamptz not null,
  revoked_at timestamptz
);
create index incident_links_incident_id_idx on relay.incident_links (incident_id, created_at desc);
