-- Browsers that take pushes for people, and the one key that this installation signs them with.

create table relay.push_keys (
  id smallint primary key check (id = 1),
  public_key text not null,
  -- Sealed.
  private_key text not null,
  created_at timestamptz not null default now()
);

create table relay.push_subscriptions (
  -- Made of the endpoint.
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  device text not null,
  endpoint text not null unique,
  p256dh text not null,
  -- Sealed.
  auth text not null,
  added_at timestamptz not null default now(),
  reached_at timestamptz
);
create index push_subscriptions_person_id_idx on relay.push_subscriptions (person_id, added_at);
