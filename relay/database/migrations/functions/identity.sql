create schema if not exists identity;

-- A sign-in account is a person of the same id.
create or replace function relay.copy_identity() returns trigger language plpgsql as $$
declare
  full_name constant text := nullif(
    trim(concat_ws(' ', new.traits #>> '{name,first}', new.traits #>> '{name,last}')), ''
  );
begin
  insert into people (id, name, email)
  values (new.id, coalesce(full_name, new.traits ->> 'email', 'Unnamed'), new.traits ->> 'email')
  on conflict (id) do update set name = excluded.name, email = excluded.email;
  return null;
end $$;

create or replace function identity.follow_address() returns trigger language plpgsql as $$
declare
  present constant text := lower(new.traits ->> 'email');
begin
  delete from identity.addresses where identity_id = new.id and value is distinct from present;
  if present is not null then
    insert into identity.addresses (identity_id, value) values (new.id, present) on conflict do nothing;
  end if;
  return null;
end $$;

-- A removed account leaves its person behind, for the rows that name it, without roles.
create or replace function identity.retire_person() returns trigger language plpgsql as $$
begin
  update people set deleted_at = now() where id = old.id and deleted_at is null;
  delete from relay.person_roles where person_id = old.id;
  return null;
end $$;

-- Channel `identity` names the person whose sessions may be worth less, or other, than before.
create or replace function identity.tell() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform pg_notify('identity', to_jsonb(old) ->> tg_argv[0]);
  else
    perform pg_notify('identity', to_jsonb(new) ->> tg_argv[0]);
  end if;
  return null;
end $$;
