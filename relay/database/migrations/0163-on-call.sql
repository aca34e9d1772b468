-- Who of a team is on call. Rules that tell whoever that is name the team among their services.

create table on_call_rotations (
  team_id uuid primary key constraint on_call_rotations_team_id_fkey references teams on delete cascade,
  people uuid[] not null check (cardinality(people) between 1 and 100),
  shift_days smallint not null check (shift_days between 1 and 28),
  hand_over text not null,
  zone text not null,
  starts_on text not null,
  created_by uuid constraint on_call_rotations_created_by_fkey references people,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table on_call_overrides (
  id uuid primary key default generate_ulid(),
  team_id uuid not null constraint on_call_overrides_team_id_fkey references teams on delete cascade,
  person_id uuid not null constraint on_call_overrides_person_id_fkey references people,
  "from" timestamptz not null,
  until timestamptz not null,
  created_by uuid constraint on_call_overrides_created_by_fkey references people,
  created_at timestamptz not null default now(),
  check (until > "from")
);
create trigger on_call_rotations_90_touch before update on on_call_rotations for each row
  when (old.* is distinct from new.*) execute function relay.touch();
create trigger on_call_rotations_audit after insert or update or delete on on_call_rotations
  for each row execute function relay.audit('team_id', 'updated_at');
create trigger on_call_overrides_audit after insert or update or delete on on_call_overrides
  for each row execute function relay.audit('team_id');
create index on_call_overrides_team_id_idx on on_call_overrides (team_id, until);
