-- One live item per type and id: of two that scrapers stored concurrently, the older one stays.
alter table config_items disable trigger config_items_keep_version;

with ranked as (
  select id, first_value(id) over same_id as kept, row_number() over same_id as place
    from config_items
   where deleted_at is null and agent_id = '00000000-0000-0000-0000-000000000000' and external_id[1] is not null
  window same_id as (partition by type, external_id[1] order by inserted_at, id)
),
duplicates as (select id, kept from ranked where place > 1),
moved as (
  update config_items set parent_id = duplicates.kept
    from duplicates
   where config_items.parent_id = duplicates.id and config_items.id not in (select id from duplicates)
),
due as (
  update relay.config_links set is_due = true where exists (select from duplicates)
)
update config_items set deleted_at = now(), delete_reason = 'DUPLICATE'
  from duplicates where config_items.id = duplicates.id;

update config_items set health = 'unknown' where health is null;

alter table config_items enable trigger config_items_keep_version;

create unique index config_items_live_id_key on config_items (type, (external_id[1]))
  where deleted_at is null and agent_id = '00000000-0000-0000-0000-000000000000';
