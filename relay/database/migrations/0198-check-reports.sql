-- The last explained result of each check: details of single results are stored with turns only.
create table relay.check_reports (
  check_id uuid primary key references checks on delete cascade,
  report jsonb not null
);
