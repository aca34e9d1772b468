-- How each connection did when it was tested the last time.

create table relay.connection_tests (
  connection_id uuid primary key references connections on delete cascade,
  at timestamptz not null,
  ok boolean not null,
  duration_millis integer not null,
  steps jsonb not null
);
