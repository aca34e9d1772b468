-- Incidents, the tree of hypotheses under them, and who works on them.

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

create sequence incident_id_seq as integer;

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
