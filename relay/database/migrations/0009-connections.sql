-- Connections and their last tests.

create table connections (
  id uuid primary key default generate_ulid(),
  name text not null,
  namespace text not null default 'default',
  type text not null,
  source source,
  url text,
  username text,
  password text,
  certificate text,
  properties jsonb,
  insecure_tls boolean default true,
  created_by uuid constraint connections_created_by_fkey references people,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index connections_name_namespace_key on connections (name, namespace) where deleted_at is null;
create trigger connections_10_keep_masked_secrets
  before update on connections for each row execute function relay.keep_masked_secrets();

-- How each connection did when it was tested the last time.
create table relay.connection_tests (
  connection_id uuid primary key references connections on delete cascade,
  at timestamptz not null,
  ok boolean not null,
  duration_millis integer not null,
  steps jsonb not null
);
