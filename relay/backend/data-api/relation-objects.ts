import type { AccessObject } from '#shared/access/objects.ts'

const words = (text: string): string[] => text.trim().split(/\s+/)

/** Contract 0.6: the relations that requests may name, by the object that the gate speaks of. */
const relations = {
  'database.public': words(`
    agents analysis_types analyzer_types change_types check_labels checks_labels_keys check_names component_labels
    component_labels_keys component_names component_types config_classes config_labels config_names config_statuses
    config_tags config_tags_labels_keys config_types connections_list identities people_roles playbook_names saved_query
    severities team_components team_members teams teams_with_status rpc/uuid_to_ulid`),
  catalog: words(`
    configs config_items config_detail config_changes catalog_changes config_analysis config_analysis_items
    config_analysis_analyzers config_relationships config_component_relationships config_summary config_class_summary
    analysis_by_component analysis_by_config changes_by_component check_summary_by_config check_summary_for_config
    scrape_plugins rpc/related_configs rpc/related_configs_recursive rpc/related_config_ids
    rpc/related_config_ids_recursive rpc/related_changes_recursive rpc/config_relationships_recursive
    rpc/lookup_config_children rpc/lookup_config_relations`),
  canaries: words(`
    canaries canaries_with_status checks check_statuses check_statuses_1h check_statuses_1d check_statuses_5m
    check_summary checks_by_component checks_by_config checks_status_artifacts check_component_relationships
    check_config_relationships rpc/check_summary_for_component`),
  topology: words(`
    components component_relationships components_with_logs component_names_all topologies topologies_with_status
    topology rpc/lookup_analysis_by_component rpc/lookup_changes_by_component rpc/lookup_configs_by_component`),
  incident: words(`
    incidents incident_histories incident_summary incidents_by_component incidents_by_config incident_rules
    incident_relationships hypotheses evidences comments responders comment_responders`),
  playbooks: words(`
    playbooks playbook_runs playbook_run_actions playbook_approvals rpc/get_playbook_run_actions`),
  notification: words('notifications notification_silences'),
  'database.monitor': words(`
    agents_summary config_scrapers_with_status event_queue_summary failed_events integrations_with_status job_histories
    job_history job_history_names job_history_latest_status notification_send_history
    notification_send_history_summary notifications_summary push_queue_summary`),
  'database.config_scrapers': words('config_scrapers logging_backends'),
  'database.system': words(`
    properties permissions permission_groups permissions_summary permissions_group_summary event_queue migration_logs`),
  connection: ['connections'],
  'connection-detail': ['connection_details'],
  people: ['people'],
  artifact: ['artifacts'],
  auth: ['casbin_rule'],
} satisfies Partial<Record<AccessObject, readonly string[]>>
export type RelationObject = keyof typeof relations

const isObject = (name: string): name is RelationObject => name in relations

const topologyFunctions = /^rpc\/lookup_components?_\w+$/

const objects = new Map(
  Object.entries(relations).flatMap(([object, names]) =>
    isObject(object) ? names.map((name): [string, RelationObject] => [name, object]) : [],
  ),
)

/** The object that a relation or function (`rpc/name`) belongs to; undefined for one that requests may not name. */
export const objectOfRelation = (relation: string): RelationObject | undefined =>
  objects.get(relation) ?? (topologyFunctions.test(relation) ? 'topology' : undefined)
