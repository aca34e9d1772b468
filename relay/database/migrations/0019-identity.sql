-- How people sign in to the embedded identity service: credentials, sessions, flows. Nothing of this schema is shown by the
-- data API. A sign-in account itself is a row of `identities`; its e-mail is what it signs in with.

create schema identity;

create unique index identities_email_key on identities (lower(traits ->> 'email'));

-- Which e-mail of an account is proven. Follows the account's traits.
create table identity.addresses (
  id uuid primary key default generate_ulid(),
  identity_id uuid not null references identities on delete cascade,
  value text not null,
  status text not null default 'pending' check (status in ('pending', 'sent', 'completed')),
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (identity_id, value)
);

create function identity.follow_address() returns trigger language plpgsql as $$
declare
  present constant text := lower(new.traits ->> 'email');
begin
  delete from identity.addresses where identity_id = new.id and value is distinct from present;
  if present is not null then
    insert into identity.addresses (identity_id, value) values (new.id, present) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger identities_address after insert or update of traits on identities
  for each row execute function identity.follow_address();

-- A removed account leaves its person behind, for the rows that name it, without roles.
create function identity.retire_person() returns trigger language plpgsql as $$
begin
  update people set deleted_at = now() where id = old.id and deleted_at is null;
  delete from relay.person_roles where person_id = old.id;
  return null;
end $$;
create trigger identities_retire after delete on identities
  for each row execute function identity.retire_person();

create table identity.passwords (
  identity_id uuid primary key references identities on delete cascade,
  hash text not null,
  changed_at timestamptz not null
);

-- `secret` is sealed; `last_step` is the newest time step that a code was taken for, so that none is taken twice.
create table identity.authenticators (
  identity_id uuid primary key references identities on delete cascade,
  secret bytea not null,
  last_step bigint not null default 0,
  created_at timestamptz not null
);

-- `code` is sealed.
create table identity.recovery_codes (
  identity_id uuid not null references identities on delete cascade,
  position smallint not null,
  code bytea not null,
  used_at timestamptz,
  primary key (identity_id, position)
);

create table identity.security_keys (
  id text primary key,
  identity_id uuid not null references identities on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null
);
create index security_keys_identity_id_idx on identity.security_keys (identity_id);

-- `token` is a hash: the token itself is known to the browser alone.
create table identity.sessions (
  id uuid primary key default generate_ulid(),
  identity_id uuid not null references identities on delete cascade,
  token bytea not null unique,
  aal text not null check (aal in ('aal1', 'aal2')),
  methods jsonb not null,
  issued_at timestamptz not null,
  authenticated_at timestamptz not null,
  expires_at timestamptz not null,
  address text not null,
  user_agent text not null
);
create index sessions_identity_id_idx on identity.sessions (identity_id);
create index sessions_expires_at_idx on identity.sessions (expires_at);

-- `browser` is the hash of the CSRF cookie that the flow belongs to; null: of whoever holds its link.
-- `secret` is what the flow must remember and nobody else may read, sealed. `code` is the keyed hash of a mailed code.
create table identity.flows (
  id uuid primary key,
  kind text not null check (kind in ('login', 'registration', 'recovery', 'verification', 'settings')),
  identity_id uuid references identities on delete cascade,
  browser bytea,
  state text not null,
  request_url text not null,
  return_to text,
  detail jsonb not null,
  secret bytea,
  code bytea,
  code_tries integer not null default 0,
  issued_at timestamptz not null,
  expires_at timestamptz not null
);
create index flows_expires_at_idx on identity.flows (expires_at);

create table identity.errors (
  id uuid primary key,
  error jsonb not null,
  created_at timestamptz not null
);

-- One-time links that make the first administrator; only a hash of the token is kept.
create table identity.set_up_links (
  token bytea primary key,
  expires_at timestamptz not null
);

-- Which key file sealed what is sealed here.
create table identity.seal_keys (fingerprint bytea primary key);

-- What happened to accounts, for whoever has to find out later.
create table identity.events (
  id uuid primary key default generate_ulid(),
  at timestamptz not null,
  identity_id uuid,
  event text not null,
  address text not null,
  user_agent text not null
);
create index events_at_idx on identity.events (at);

-- Channel `identity` names the person whose sessions may be worth less, or other, than before.
create function identity.tell() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform pg_notify('identity', to_jsonb(old) ->> tg_argv[0]);
  else
    perform pg_notify('identity', to_jsonb(new) ->> tg_argv[0]);
  end if;
  return null;
end $$;
create trigger identities_tell after update of state, traits or delete on identities
  for each row execute function identity.tell('id');
create trigger people_tell after update of name, email, deleted_at or delete on people
  for each row execute function identity.tell('id');
create trigger person_roles_tell after insert or update or delete on relay.person_roles
  for each row execute function identity.tell('person_id');
create trigger sessions_tell after update or delete on identity.sessions
  for each row execute function identity.tell('identity_id');
create trigger authenticators_tell after insert or delete on identity.authenticators
  for each row execute function identity.tell('identity_id');
create trigger recovery_codes_tell after insert or delete on identity.recovery_codes
  for each row execute function identity.tell('identity_id');
create trigger security_keys_tell after insert or delete on identity.security_keys
  for each row execute function identity.tell('identity_id');
