-- Sorts by creation time: 48 bits of milliseconds, then random bits, laid out as a version 7 uuid.
create or replace function generate_ulid() returns uuid language sql volatile parallel safe as $$
  select (
    lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
    || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14)
  )::uuid
$$;

create or replace function uuid_to_ulid(id uuid) returns text language plpgsql immutable as $$
declare
  letters constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  bits constant bit varying := '00'::bit varying || ('x' || replace(id::text, '-', ''))::bit varying(128);
  ulid text := '';
begin
  for place in 0..25 loop
    ulid := ulid || substr(letters, substring(bits from place * 5 + 1 for 5)::bit(5)::integer + 1, 1);
  end loop;
  return ulid;
end $$;

create or replace function relay.touch() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- A rule's error is about the rule as it was.
create or replace function relay.clear_error() returns trigger language plpgsql as $$
begin
  new.error := null;
  return new;
end $$;

-- Channels that somebody with a database connection can LISTEN on.
create or replace function relay.notify_table_activity() returns trigger language plpgsql as $$
begin
  perform pg_notify(
    'table_activity', concat_ws(' ', tg_table_name, tg_op, case tg_op when 'DELETE' then old.id else new.id end)
  );
  return null;
end $$;

create or replace function relay.notify_team_members() returns trigger language plpgsql as $$
declare
  member team_members;
begin
  member := case tg_op when 'DELETE' then old else new end;
  perform pg_notify('table_activity', concat_ws(' ', 'team_members', tg_op, member.team_id, member.person_id));
  return null;
end $$;

create or replace function relay.forget_spec_text() returns trigger language plpgsql as $$
begin
  delete from relay.spec_texts where table_name = tg_table_name and row_id = old.id;
  return null;
end $$;
