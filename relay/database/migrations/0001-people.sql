-- People, teams and agents: rows of every domain reference them.

create type source as enum ('KubernetesCRD', 'ConfigFile', 'UI', 'Topology', 'Push', 'CRDSync');

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
insert into people (id, name, email) values ('01890a5d-0000-7000-8000-000000000001', 'Admin', 'admin@local');
-- Acts for the console. Deleted from the start, so that it cannot be assigned to anything.
insert into people (id, name, type, deleted_at)
  values ('01890a5d-0000-7000-8000-000000000002', 'Quarterdeck', 'system', now());
create unique index people_email_key on people (email) where deleted_at is null;
create trigger people_tell after update of name, email, deleted_at or delete on people
  for each row execute function identity.tell('id');

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
create trigger teams_notify after insert or update or delete on teams
  for each row execute function relay.notify_table_activity();

create table team_members (
  team_id uuid not null constraint team_members_team_id_fkey references teams on delete cascade,
  person_id uuid not null constraint team_members_person_id_fkey references people on delete cascade,
  primary key (team_id, person_id)
);
create trigger team_members_notify after insert or update or delete on team_members
  for each row execute function relay.notify_team_members();

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
  deleted_at timestamptz,
  constraint agents_local_stays check (id <> '00000000-0000-0000-0000-000000000000' or deleted_at is null)
);
insert into agents (id, name) values ('00000000-0000-0000-0000-000000000000', 'local');
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
insert into severities (id, name, aliases, icon) values
  (1, 'Critical', '{critical}', 'error'),
  (2, 'Blocker', '{blocker}', 'error'),
  (3, 'High', '{high}', 'warning'),
  (4, 'Medium', '{medium}', 'warning'),
  (5, 'Low', '{low}', 'info');

-- Which roles a person holds. Kept out of the public schema, which the data API shows: it is read as `people_roles`.
create table relay.person_roles (
  person_id uuid not null references people on delete cascade,
  role text not null,
  primary key (person_id, role)
);
insert into relay.person_roles (person_id, role) values ('01890a5d-0000-7000-8000-000000000001', 'admin');
create trigger person_roles_tell after insert or update or delete on relay.person_roles
  for each row execute function identity.tell('person_id');

-- Saved views of the console's pages. The data API shows schema public alone, so nothing of this.
create table relay.saved_views (
  id uuid primary key default gen_random_uuid(),
  -- Of the hosted mode; empty where there is one organisation.
  organisation text not null default '',
  owner_id text not null,
  owner_name text not null,
  name text not null,
  page text not null,
  query text not null,
  is_shared boolean not null default false,
  updated_at timestamptz not null default now()
);
create unique index saved_views_name on relay.saved_views (organisation, owner_id, page, lower(name));

-- With which view a page opens for a person.
create table relay.default_views (
  organisation text not null default '',
  person_id text not null,
  page text not null,
  view_id uuid not null references relay.saved_views on delete cascade,
  primary key (organisation, person_id, page)
);
