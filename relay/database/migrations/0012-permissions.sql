-- Access rules, the groups that they name, and access tokens.

create table permissions (
  id uuid primary key default generate_ulid(),
  name text not null default generate_ulid()::text,
  namespace text,
  description text,
  source text not null default 'UI',
  subject text,
  subject_type text not null default 'group',
  action text not null,
  object text,
  object_selector jsonb,
  deny boolean not null default false,
  component_id uuid,
  config_id uuid,
  canary_id uuid,
  playbook_id uuid,
  connection_id uuid,
  person_id uuid constraint permissions_person_fkey references people,
  team_id uuid constraint permissions_team_fkey references teams,
  notification_id uuid constraint permissions_notification_fkey references notifications,
  agents text[],
  tags jsonb,
  until timestamptz,
  created_by uuid constraint permissions_created_by_fkey references people,
  updated_by uuid constraint permissions_updated_by_fkey references people,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create trigger permissions_notify after insert or update or delete on permissions
  for each row execute function relay.notify_table_activity();

create table permission_groups (
  id uuid primary key default generate_ulid(),
  name text,
  namespace text,
  selectors jsonb not null,
  source text not null,
  created_by uuid constraint permissions_created_by_fkey references people,
  created_at timestamptz not null default now(),
  updated_at timestamptz default now(),
  deleted_at timestamptz
);
create unique index permission_groups_namespace_name_key
  on permission_groups (namespace, name) nulls not distinct where deleted_at is null;
create trigger permission_groups_notify after insert or update or delete on permission_groups
  for each row execute function relay.notify_table_activity();

create table access_tokens (
  id uuid primary key default generate_ulid(),
  name text not null,
  value text not null,
  person_id uuid not null constraint access_tokens_person_fkey references people on delete cascade,
  auto_renew boolean not null default false,
  expires_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now()
);
