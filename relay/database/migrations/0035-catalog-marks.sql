-- What the marks of insights and relationships are read by, so that asking for them does not read the tables.

create index config_analysis_last_observed_idx on config_analysis (last_observed desc nulls last, id);
create index config_analysis_open_idx on config_analysis (id desc) where status = 'open';
create index config_relationships_updated_at_idx
  on config_relationships (updated_at desc nulls last, config_id, related_id, relation);
create index config_relationships_deleted_at_idx
  on config_relationships (deleted_at desc, config_id, related_id, relation) where deleted_at is not null;
