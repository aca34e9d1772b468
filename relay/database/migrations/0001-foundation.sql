-- What every table below builds on: identifiers, who made a row, and the people and agents that rows point at.

create schema if not exists relay;

create type source as enum ('KubernetesCRD', 'ConfigFile', 'UI', 'Topology', 'Push', 'CRDSync');

-- Sorts by creation time: 48 bits of milliseconds, then random bits, laid out as a version 7 uuid.
create function generate_ulid() returns uuid language sql volatile parallel safe as $$
  select (
    lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
    || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14)
  )::uuid
$$;

create table people (
  id uuid primary key default generate_ulid(),
  name text not null,
  email text,
  type text,
  avatar text,
  organization text,
  title text,
  phone text,
  team_id uuid,
  external_id text,
  properties jsonb,
  last_login timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz default now(),
  deleted_at timestamptz
);
create unique index people_email_key on people (email) where deleted_at is null;

create table teams (
  id uuid primary key default generate_ulid(),
  name text not null constraint teams_name_key unique,
  icon text,
  spec jsonb,
  source text,
  created_by uuid not null constraint teams_created_by_fkey references people,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table team_members (
  team_id uuid not null constraint team_members_team_id_fkey references teams on delete cascade,
  person_id uuid not null constraint team_members_person_id_fkey references people on delete cascade,
  primary key (team_id, person_id)
);

create table agents (
  id uuid primary key default generate_ulid(),
  name text not null,
  hostname text,
  description text,
  ip text,
  version text,
  username text,
  person_id uuid,
  properties jsonb,
  tls text,
  cleanup boolean not null default false,
  last_seen timestamptz,
  last_received timestamptz,
  created_by uuid constraint agents_created_by_fkey references people,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index agents_name_key on agents (name) where deleted_at is null;

create table properties (
  name text primary key,
  value text not null,
  created_by uuid constraint properties_created_by_fkey references people,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table severities (
  id integer primary key,
  name text not null,
  aliases text[],
  icon text
);

-- Sign-in accounts. `people` carries the same id and follows name and e-mail.
create table identities (
  id uuid primary key default generate_ulid(),
  nid uuid,
  schema_id text not null default 'default',
  traits jsonb not null default '{}',
  state text not null default 'active',
  state_changed_at timestamptz,
  metadata_public jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Which roles a person holds. Kept out of the public schema, which the data API shows: it is read as `people_roles`.
create table relay.person_roles (
  person_id uuid not null references people on delete cascade,
  role text not null,
  primary key (person_id, role)
);

insert into people (id, name, email) values ('01890a5d-0000-7000-8000-000000000001', 'Admin', 'admin@local');
insert into relay.person_roles (person_id, role) values ('01890a5d-0000-7000-8000-000000000001', 'admin');
insert into agents (id, name) values ('00000000-0000-0000-0000-000000000000', 'local');
insert into severities (id, name, aliases, icon) values
  (1, 'Critical', '{critical}', 'error'),
  (2, 'Blocker', '{blocker}', 'error'),
  (3, 'High', '{high}', 'warning'),
  (4, 'Medium', '{medium}', 'warning'),
  (5, 'Low', '{low}', 'info');
