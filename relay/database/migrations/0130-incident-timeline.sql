-- What people make of the timeline of an incident: lines by hand, and what they hid, pinned or set to another time.

create table relay.timeline_notes (
  id uuid primary key default gen_random_uuid(),
  incident_id uuid not null references incidents on delete cascade,
  at timestamptz not null,
  said text not null,
  created_by uuid references people,
  created_at timestamptz not null default now()
);
create index timeline_notes_incident_id_idx on relay.timeline_notes (incident_id, at desc);

create table relay.timeline_marks (
  incident_id uuid not null references incidents on delete cascade,
  -- The line, as its part of the incident is called: `history <id>`, `observed <id>`.
  line_id text not null,
  hidden boolean not null default false,
  pinned boolean not null default false,
  -- When it really was; null: as it was recorded.
  at timestamptz,
  changed_by uuid references people,
  changed_at timestamptz not null default now(),
  primary key (incident_id, line_id)
);
