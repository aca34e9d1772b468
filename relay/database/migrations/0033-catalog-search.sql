-- A text sought in the catalog is found by its trigrams instead of by reading every item. A server may lack pg_trgm, or not let its
-- owner have it: then items are read as before.

do $$
declare
  place text;
begin
  create extension if not exists pg_trgm schema relay;
  select pg_namespace.nspname into strict place
  from pg_extension join pg_namespace on pg_namespace.oid = pg_extension.extnamespace
  where pg_extension.extname = 'pg_trgm';
  execute format(
    $index$
      create index config_items_name_trigrams on config_items
        using gin (name %1$I.gin_trgm_ops) with (gin_pending_list_limit = 1024);
      create index config_items_type_trigrams on config_items
        using gin (type %1$I.gin_trgm_ops) with (gin_pending_list_limit = 1024);
      create index config_items_description_trigrams on config_items
        using gin (description %1$I.gin_trgm_ops) with (gin_pending_list_limit = 1024);
      create index config_items_namespace_trigrams on config_items
        using gin ((tags ->> 'namespace') %1$I.gin_trgm_ops) with (gin_pending_list_limit = 1024);
    $index$,
    place
  );
exception when insufficient_privilege or feature_not_supported or undefined_file then
  raise notice 'Items are sought without an index: %', sqlerrm;
end $$;

-- Changes are read newest first, those of one moment by id: one walk of the index is a page.
drop index config_changes_created_at_idx;
create index config_changes_created_at_idx on config_changes (created_at, id);
