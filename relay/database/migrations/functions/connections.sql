-- Connections without their secrets. `***` written back means "unchanged".
-- A reference says where a secret is and is none itself.
create or replace function relay.masked(secret text) returns text language sql immutable as $$
  select case
    when secret is null or secret = '' then secret
    when secret ~ '^(secret|configmap|helm|serviceaccount)://' then secret
    else '***'
  end
$$;

create or replace function relay.is_secret_property(key text) returns boolean language sql immutable as $$
  select key ~* '(secret|password|token|bearer|credential|private|certificate|access_?key|api_?key)'
    and key !~* '(url|keyid)$'
$$;

create or replace function relay.masked_properties(properties jsonb) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(properties) = 'object' then (
    select coalesce(
      jsonb_object_agg(
        key,
        case when relay.is_secret_property(key) and jsonb_typeof(value) = 'string'
          then to_jsonb(relay.masked(value #>> '{}'))
          else value
        end
      ),
      '{}'
    )
    from jsonb_each(properties)
  ) else properties end
$$;

create or replace function relay.connection_category(url text) returns text language sql immutable as $$
  select case when url ~* (
    '^(bark|discord|smtp|googlechat|gotify|ifttt|mattermost|matrix|ntfy|opsgenie|pushbullet|pushover|rocketchat|slack|teams|telegram'
    || '|zulip|generic(\+[a-z]+)?)://'
  ) then 'notification' end
$$;

create or replace function relay.keep_masked_secrets() returns trigger language plpgsql as $$
begin
  if new.username = '***' then new.username := old.username; end if;
  if new.password = '***' then new.password := old.password; end if;
  if new.certificate = '***' then new.certificate := old.certificate; end if;
  if jsonb_typeof(new.properties) = 'object' then
    new.properties := (
      select coalesce(
        jsonb_object_agg(key, case when value = '"***"' then coalesce(old.properties -> key, value) else value end), '{}'
      )
      from jsonb_each(new.properties)
    );
  end if;
  return new;
end $$;

create or replace function relay.update_connection_details() returns trigger language plpgsql as $$
begin
  update connections set
    name = new.name,
    namespace = new.namespace,
    type = new.type,
    source = new.source,
    properties = new.properties,
    insecure_tls = new.insecure_tls,
    username = new.username,
    password = new.password,
    certificate = new.certificate
  where id = old.id;
  return new;
end $$;

-- Sealed texts of the second version say which key sealed them.
create or replace function relay.unsealed(given jsonb) returns jsonb language sql immutable as $$
  select regexp_replace(given::text, 'sealed:v[12]:[A-Za-z0-9_-]*', '***', 'g')::jsonb
$$;
