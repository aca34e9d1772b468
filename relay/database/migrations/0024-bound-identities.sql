-- Which identity of a remote service is which person. An address binds a person once; from then on the identity's id counts.

-- Null: the person came in by an address before this was kept, and is bound at the next sign-in.
alter table relay.remote_addresses add column identity_id uuid unique;

-- Whoever has no account of the embedded service was made for the identity of the same id.
update relay.remote_addresses set identity_id = person_id
where not exists (select 1 from identities where identities.id = person_id);

update relay.remote_addresses set email = lower(email);

-- What the service says of an address is kept in lower case as ASCII knows it: `lower` makes letters alike that are not.
create or replace view relay.verified_addresses as
  select identity_id as person_id, lower(value) as email from identity.addresses where verified_at is not null
  union
  select person_id, email from relay.remote_addresses where is_verified
  union
  -- The person of a console without sign-in, who is whoever reaches it.
  select id, lower(email) from people
  where id = '01890a5d-0000-7000-8000-000000000001' and email is not null and deleted_at is null;
