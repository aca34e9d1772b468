-- Consoles that report to this one, and the state of this one at its upstream.

-- What an agent shows to be let in, as a hash: 32 random bytes need no slow one.
create table relay.agent_tokens (
  agent_id uuid primary key references agents on delete cascade,
  hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- As which agent the upstream knows this console. Where there is no row, this console reports to nobody.
create table relay.push_state (
  is_only boolean primary key default true check (is_only),
  agent_id uuid not null
);

-- Rows that were deleted before the upstream had them, or that it cannot take.
create table relay.push_losses (
  relation text not null,
  reason text not null,
  count bigint not null,
  last_at timestamptz not null default now(),
  primary key (relation, reason)
);

-- Which links the upstream has, and as what: links carry no flag of their own.
create table relay.pushed_links (
  relation text not null,
  key text not null,
  deleted_at timestamptz,
  primary key (relation, key)
);
