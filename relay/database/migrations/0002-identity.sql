-- Sign-in: accounts with their credentials, sessions and flows. The data API shows schema public only.

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
create unique index identities_email_key on identities (lower(traits ->> 'email'));
create trigger identities_copy after insert or update of traits on identities
  for each row execute function relay.copy_identity();
create trigger identities_address after insert or update of traits on identities
  for each row execute function identity.follow_address();
create trigger identities_retire after delete on identities
  for each row execute function identity.retire_person();
create trigger identities_tell after update of state, traits or delete on identities
  for each row execute function identity.tell('id');
create trigger identities_audit after update of state or delete on identities
  for each row execute function relay.audit('id', 'updated_at', 'state_changed_at', 'traits', 'metadata_public');

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
create trigger authenticators_tell after insert or delete on identity.authenticators
  for each row execute function identity.tell('identity_id');

-- `code` is sealed.
create table identity.recovery_codes (
  identity_id uuid not null references identities on delete cascade,
  position smallint not null,
  code bytea not null,
  used_at timestamptz,
  primary key (identity_id, position)
);
create trigger recovery_codes_tell after insert or delete on identity.recovery_codes
  for each row execute function identity.tell('identity_id');

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
create trigger security_keys_tell after insert or delete on identity.security_keys
  for each row execute function identity.tell('identity_id');

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
create trigger sessions_tell after update or delete on identity.sessions
  for each row execute function identity.tell('identity_id');

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
-- Finds whether an account signed in from an address before.
create index events_place_idx on identity.events (identity_id, address) where identity_id is not null;

-- What a remote identity service said of an address when its person was here last.
create table relay.remote_addresses (
  person_id uuid primary key references people on delete cascade,
  email text not null,
  is_verified boolean not null,
  -- Null: the person signed in by an address before this was stored, and is bound at the next sign-in.
  identity_id uuid unique
);
