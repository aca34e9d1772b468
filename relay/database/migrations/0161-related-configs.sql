-- A step along relationships asks only which of those that it leads to are deleted, which are few, instead of reading each item: that
-- is read once, at the end.

create index config_items_deleted_id_idx on config_items (id) where deleted_at is not null;

create or replace function relay.next_configs(
  items uuid[], is_outgoing boolean, include_deleted boolean, only_hard boolean
) returns setof uuid language sql stable as $$
  select distinct step.id
  from (
    select related_id as id from config_relationships
    where is_outgoing and config_id = any(items) and (include_deleted or deleted_at is null)
      and (not only_hard or relation = 'hard')
    union all
    select config_id from config_relationships
    where not is_outgoing and related_id = any(items) and (include_deleted or deleted_at is null)
      and (not only_hard or relation = 'hard')
    union all
    select config_items.id from config_items where is_outgoing and parent_id = any(items)
    union all
    select parent_id from config_items where not is_outgoing and config_items.id = any(items) and parent_id is not null
      and (include_deleted or deleted_at is null)
  ) as step
  where include_deleted
    or step.id not in (select gone.id from config_items as gone where gone.deleted_at is not null)
$$;
