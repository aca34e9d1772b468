-- Responders outside of the console, who are asked by mail, by Slack or by an issue in Jira: how far that is.

create table relay.outward_asks (
  responder_id uuid primary key references responders on delete cascade,
  -- waiting, asked, refused (another try cannot go better) or failed (it was tried often enough)
  state text not null default 'waiting',
  attempts integer not null default 0,
  reason text,
  tried_at timestamptz,
  next_at timestamptz not null default now()
);
create index outward_asks_next_at_idx on relay.outward_asks (next_at) where state = 'waiting';
