const names = new Set(
  `analysis_by_component analysis_by_config analysis_types analyzer_types catalog_changes change_types changes_by_component
   check_summary_by_config check_summary_for_config config_analysis config_analysis_analyzers config_analysis_items
   config_changes config_class_summary config_classes config_component_relationships config_detail config_items config_labels
   config_names config_relationships config_scrapers config_scrapers_with_status config_statuses config_summary config_tags
   config_tags_labels_keys config_types configs event_queue_summary integrations_with_status
   rpc/config_relationships_recursive rpc/get_parents_by_location rpc/lookup_analysis_by_component
   rpc/lookup_changes_by_component rpc/lookup_config_children rpc/lookup_config_relations rpc/lookup_configs_by_component
   rpc/related_changes_recursive rpc/related_config_ids rpc/related_config_ids_recursive rpc/related_configs
   rpc/related_configs_recursive`.split(/\s+/),
)

export const isConfigRelation = (name: string): boolean => names.has(name)
