-- Also fires for checks that agents run.
create or replace function relay.end_acknowledgement() returns trigger language plpgsql as $$
begin
  delete from relay.check_acknowledgements where check_id = new.id;
  return null;
end $$;
