-- What rules opened, and since when what they watch is in trouble.

-- Who acts where the console does so by itself. Nobody can be given to it: it is deleted from the start. Nobody added it either, so
-- the audit log does not tell of it.
alter table people disable trigger user;
insert into people (id, name, type, deleted_at)
  values ('01890a5d-0000-7000-8000-000000000002', 'Quarterdeck', 'system', now());
alter table people enable trigger user;

create table relay.troubles (
  kind text not null,
  resource_id uuid not null,
  health text not null,
  since timestamptz not null default now(),
  primary key (kind, resource_id)
);

create table relay.rule_incidents (
  incident_id uuid primary key references incidents on delete cascade,
  rule_id uuid not null references incident_rules on delete cascade,
  -- What its members have in common.
  group_key text not null,
  -- As the rule wrote it; a person who changes it keeps theirs.
  title text not null,
  joined_at timestamptz not null default now(),
  -- Since when no member is in trouble.
  well_since timestamptz,
  resolved_by_rule boolean not null default false
);
create index rule_incidents_rule_id_idx on relay.rule_incidents (rule_id);
create index evidences_check_id_idx on evidences (check_id) where check_id is not null;
create index evidences_component_id_idx on evidences (component_id) where component_id is not null;
create index evidences_config_id_idx on evidences (config_id) where config_id is not null;
create index evidences_definition_of_done_idx on evidences (hypothesis_id) where definition_of_done;
create index incidents_incident_rule_id_idx on incidents (incident_rule_id, status) where incident_rule_id is not null;
