-- Which address of a person has been proven to be theirs. Approvers of playbooks are named by address.

-- What a remote identity service said of an address when its person was here last.
create table relay.remote_addresses (
  person_id uuid primary key references people on delete cascade,
  email text not null,
  is_verified boolean not null
);

create view relay.verified_addresses as
  select identity_id as person_id, lower(value) as email from identity.addresses where verified_at is not null
  union
  select person_id, lower(email) from relay.remote_addresses where is_verified
  union
  -- The person of a console without sign-in, who is whoever reaches it.
  select id, lower(email) from people where id = '01890a5d-0000-7000-8000-000000000001' and email is not null;
