-- The order of the list of items that need attention, with its count.
create index config_items_health_name_idx on config_items (health, name, id) where deleted_at is null;
