create table relay.check_acknowledgements (
  check_id uuid primary key references checks on delete cascade,
  person_name text not null,
  note text not null default '',
  at timestamptz not null default now(),
  until timestamptz
);

-- Also fires for checks that agents run.
create function relay.end_acknowledgement() returns trigger language plpgsql as $$
begin
  delete from relay.check_acknowledgements where check_id = new.id;
  return null;
end $$;
create trigger checks_end_acknowledgement after update of status on checks for each row
  when (new.status = 'healthy' and old.status is distinct from 'healthy')
  execute function relay.end_acknowledgement();
