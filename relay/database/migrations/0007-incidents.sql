-- Incidents, their hypotheses, evidence, responders, comments and timeline.

create sequence incident_id_seq as integer;

create table incident_rules (
  id uuid primary key default generate_ulid(),
  name text not null constraint incident_rules_name_key unique,
  spec jsonb,
  source text,
  created_by uuid not null constraint incident_rules_created_by_fkey references people,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table incidents (
  id uuid primary key default generate_ulid(),
  incident_id varchar(10) not null default ('INC-' || nextval('incident_id_seq'))
    constraint incidents_incident_id_key unique,
  title text not null,
  description text not null,
  type text not null,
  status text not null,
  severity text not null,
  incident_rule_id uuid constraint incidents_incident_rule_id_fkey references incident_rules,
  commander_id uuid constraint incidents_commander_id_fkey references people,
  communicator_id uuid constraint incidents_communicator_id_fkey references people,
  acknowledged timestamptz,
  resolved timestamptz,
  closed timestamptz,
  created_by uuid not null constraint incidents_created_by_fkey references people,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter sequence incident_id_seq owned by incidents.incident_id;
-- Which incidents, and what belongs to them, changed last.
create index incidents_updated_at_idx on incidents (updated_at desc, id);
create index incidents_incident_rule_id_idx on incidents (incident_rule_id, status) where incident_rule_id is not null;
-- Rows of older versions may be longer.
alter table incidents add constraint incidents_title_length check (length(title) <= 1000) not valid;
create trigger incidents_record_created after insert on incidents for each row execute function relay.record_incident();
create trigger incidents_record_status after update on incidents for each row
  when (old.status is distinct from new.status) execute function relay.record_incident();
create trigger incidents_10_stamp_created before insert on incidents
  for each row execute function relay.stamp_incident();
create trigger incidents_10_stamp_status before update on incidents
  for each row when (old.status is distinct from new.status) execute function relay.stamp_incident();
create trigger incidents_raise_created after insert on incidents for each row execute function relay.raise_incident_event();
create trigger incidents_raise_status after update on incidents for each row
  when (old.status is distinct from new.status) execute function relay.raise_incident_event();
create trigger incidents_05_keep_merged_closed before update of status on incidents
  for each row when (old.status is distinct from new.status) execute function relay.keep_merged_closed();

create table responders (
  id uuid primary key default generate_ulid(),
  incident_id uuid not null constraint responders_incident_id_fkey references incidents on delete cascade,
  type text not null,
  index smallint,
  person_id uuid constraint responders_person_id_fkey references people,
  team_id uuid constraint responders_team_id_fkey references teams,
  external_id text,
  properties jsonb,
  acknowledged timestamptz,
  resolved timestamptz,
  closed timestamptz,
  created_by uuid not null constraint responders_created_by_fkey references people,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index responders_updated_at_idx on responders (updated_at desc, id);
create index responders_incident_id_idx on responders (incident_id);
create trigger responders_record after insert on responders for each row execute function relay.record_responder();
create trigger responders_raise_added after insert on responders for each row execute function relay.raise_responder_event();
create trigger responders_raise_removed after update on responders for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function relay.raise_responder_event();
create trigger responders_05_follow_merged before insert on responders
  for each row execute function relay.follow_merged_incident();

create table hypotheses (
  id uuid primary key default generate_ulid(),
  incident_id uuid not null constraint hypotheses_incident_id_fkey references incidents on delete cascade,
  parent_id uuid constraint hypotheses_parent_id_fkey references hypotheses on delete cascade,
  type text not null,
  title text not null,
  status text not null,
  owner uuid constraint hypotheses_owner_fkey references responders,
  team_id uuid constraint hypotheses_team_id_fkey references teams,
  created_by uuid not null constraint hypotheses_created_by_fkey references people,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index hypotheses_updated_at_idx on hypotheses (updated_at desc, id);
create index hypotheses_incident_id_idx on hypotheses (incident_id);
-- Rows of older versions may be longer.
alter table hypotheses add constraint hypotheses_title_length check (length(title) <= 1000) not valid;
create trigger hypotheses_record_created after insert on hypotheses for each row execute function relay.record_hypothesis();
create trigger hypotheses_record_status after update on hypotheses for each row
  when (old.status is distinct from new.status) execute function relay.record_hypothesis();
create trigger hypotheses_05_follow_merged before insert on hypotheses
  for each row execute function relay.follow_merged_incident();

create table evidences (
  id uuid primary key default generate_ulid(),
  hypothesis_id uuid not null constraint evidences_hypothesis_id_fkey references hypotheses on delete cascade,
  config_id uuid constraint evidences_config_id_fkey references config_items,
  config_change_id uuid constraint evidences_config_change_id_fkey references config_changes,
  config_analysis_id uuid constraint evidences_config_analysis_id_fkey references config_analysis,
  component_id uuid constraint evidences_component_id_fkey references components,
  check_id uuid constraint evidences_check_id_fkey references checks,
  type text not null,
  description text not null,
  definition_of_done boolean default false,
  done boolean,
  factor boolean,
  mitigator boolean,
  evidence jsonb,
  properties jsonb,
  script text,
  script_result text,
  created_by uuid not null constraint evidences_created_by_fkey references people,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index evidences_updated_at_idx on evidences (updated_at desc, id);
create index evidences_hypothesis_id_idx on evidences (hypothesis_id);
create index evidences_check_id_idx on evidences (check_id) where check_id is not null;
create index evidences_component_id_idx on evidences (component_id) where component_id is not null;
create index evidences_config_id_idx on evidences (config_id) where config_id is not null;
create index evidences_definition_of_done_idx on evidences (hypothesis_id) where definition_of_done;
create trigger evidences_record after insert or update of definition_of_done on evidences
  for each row execute function relay.record_evidence();
create trigger evidences_raise after insert or update of definition_of_done, done on evidences
  for each row execute function relay.raise_evidence_event();
create trigger evidences_record_done after update of done on evidences for each row
  when (new.definition_of_done and new.done is not null and old.done is distinct from new.done)
  execute function relay.record_done();

create table comments (
  id uuid primary key default generate_ulid(),
  incident_id uuid not null constraint comments_incident_id_fkey references incidents on delete cascade,
  hypothesis_id uuid constraint comments_hypothesis_id_fkey references hypotheses on delete cascade,
  responder_id uuid constraint comments_responder_id_fkey references responders,
  comment text not null,
  external_id text,
  external_created_by text,
  read smallint[],
  created_by uuid not null constraint comments_created_by_fkey references people,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index comments_updated_at_idx on comments (updated_at desc, id);
create index comments_incident_id_idx on comments (incident_id, created_at desc);
-- Rows of older versions may be longer.
alter table comments add constraint comments_comment_length check (length(comment) <= 65536) not valid;
create trigger comments_record after insert on comments
  for each row when (new.responder_id is not null) execute function relay.record_comment();
create trigger comments_raise after insert on comments for each row execute function relay.raise_comment_event();
create trigger comments_05_follow_merged before insert on comments
  for each row execute function relay.follow_merged_incident();

create table incident_histories (
  id uuid primary key default generate_ulid(),
  incident_id uuid not null constraint incident_histories_incident_id_fkey references incidents on delete cascade,
  type text,
  description text,
  hypothesis_id uuid constraint incident_histories_hypothesis_id_fkey references hypotheses on delete cascade,
  responder_id uuid constraint incident_histories_responder_id_fkey references responders on delete cascade,
  evidence_id uuid constraint incident_histories_evidence_id_fkey references evidences on delete cascade,
  comment_id uuid constraint incident_histories_comment_id_fkey references comments on delete cascade,
  created_by uuid not null constraint incident_histories_created_by_fkey references people,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index incident_histories_incident_id_idx on incident_histories (incident_id, created_at desc);
create index incident_histories_done_idx on incident_histories (evidence_id, created_at desc)
  where type = 'evidence.done_updated';

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

create table relay.failures (
  kind text not null,
  resource_id uuid not null,
  health text not null,
  since timestamptz not null default now(),
  constraint troubles_pkey primary key (kind, resource_id)
);

create table relay.rule_incidents (
  incident_id uuid not null references incidents on delete cascade,
  rule_id uuid not null references incident_rules on delete cascade,
  -- What its members have in common.
  group_key text not null,
  -- As the rule wrote it; a person who changes it keeps theirs.
  title text not null,
  joined_at timestamptz not null default now(),
  -- Since when no member is in trouble.
  well_since timestamptz,
  resolved_by_rule boolean not null default false,
  primary key (incident_id, rule_id)
);
create index rule_incidents_rule_id_idx on relay.rule_incidents (rule_id);

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

-- Incidents that were merged into others: where they went, and what went with them.
create table relay.incident_merges (
  id uuid primary key default gen_random_uuid(),
  merged_id uuid not null references incidents on delete cascade,
  into_id uuid not null references incidents on delete cascade,
  status_before text not null,
  -- Ids of what moved, by kind, and the rules that follow: what undoing it takes back.
  moved jsonb not null,
  merged_by uuid references people,
  merged_at timestamptz not null default now(),
  undone_at timestamptz
);
create unique index incident_merges_merged_id_idx on relay.incident_merges (merged_id) where undone_at is null;
create index incident_merges_into_id_idx on relay.incident_merges (into_id);

-- Responders outside of the console, who are asked by mail, by Slack or by an issue in Jira: how far that is.
create table relay.outward_asks (
  responder_id uuid primary key references responders on delete cascade,
  -- waiting, asked, refused (another try cannot go better) or failed (it was tried often enough)
  state text not null default 'waiting',
  attempts integer not null default 0,
  reason text,
  tried_at timestamptz,
  next_at timestamptz not null default now(),
  -- As allowed when it was asked for: later edits of the responder do not change it.
  properties jsonb
);
create index outward_asks_next_at_idx on relay.outward_asks (next_at) where state = 'waiting';
