create or replace view connection_details as
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
create or replace trigger connection_details_update
  instead of update on connection_details for each row execute function relay.update_connection_details();

create or replace view connections_list as
  select id, name, namespace, type, relay.connection_category(url) as category, created_by, created_at, updated_at
  from connections
  where deleted_at is null;
