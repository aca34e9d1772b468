-- Which responder a comment was told to, and which incidents belong together: nothing here writes them, clients of production read them.

create table comment_responders (
  id uuid primary key default generate_ulid(),
  comment_id uuid not null constraint comment_responders_comment_id_fkey references comments on delete cascade,
  responder_id uuid not null constraint comment_responders_responder_id_fkey references responders on delete cascade,
  external_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index comment_responders_comment_id_idx on comment_responders (comment_id);
create index comment_responders_responder_id_idx on comment_responders (responder_id);

create table incident_relationships (
  incident_id uuid not null constraint incident_relationships_incident_id_fkey references incidents on delete cascade,
  related_id uuid not null constraint incident_relationships_related_id_fkey references incidents on delete cascade,
  relationship text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index incident_relationships_incident_id_idx on incident_relationships (incident_id);
create index incident_relationships_related_id_idx on incident_relationships (related_id);
