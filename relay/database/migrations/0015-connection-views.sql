-- Connections without their secrets. `***` written back means "unchanged".

-- A reference says where a secret is and is none itself.
create function relay.masked(secret text) returns text language sql immutable as $$
  select case
    when secret is null or secret = '' then secret
    when secret ~ '^(secret|configmap|helm|serviceaccount)://' then secret
    else '***'
  end
$$;

create function relay.is_secret_property(key text) returns boolean language sql immutable as $$
  select key ~* '(secret|password|token|bearer|credential|private|certificate|access_?key|api_?key)'
    and key !~* '(url|keyid)$'
$$;

create function relay.masked_properties(properties jsonb) returns jsonb language sql immutable as $$
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

create function relay.connection_category(url text) returns text language sql immutable as $$
  select case when url ~* (
    '^(discord|smtp|googlechat|ifttt|mattermost|matrix|ntfy|opsgenie|pushbullet|pushover|rocketchat|slack|teams|telegram'
    || '|zulip|generic(\+[a-z]+)?)://'
  ) then 'notification' end
$$;

create view connection_details as
  select
    id,
    name,
    namespace,
    type,
    source,
    relay.masked_properties(properties) as properties,
    insecure_tls,
    created_by,
    created_at,
    updated_at,
    relay.connection_category(url) as category,
    relay.masked(username) as username,
    relay.masked(password) as password,
    relay.masked(certificate) as certificate
  from connections
  where deleted_at is null;

create view connections_list as
  select id, name, namespace, type, relay.connection_category(url) as category, created_by, created_at, updated_at
  from connections
  where deleted_at is null;

create function relay.keep_masked_secrets() returns trigger language plpgsql as $$
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

create trigger connections_10_keep_masked_secrets
  before update on connections for each row execute function relay.keep_masked_secrets();

create function relay.update_connection_details() returns trigger language plpgsql as $$
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

create trigger connection_details_update
  instead of update on connection_details for each row execute function relay.update_connection_details();
