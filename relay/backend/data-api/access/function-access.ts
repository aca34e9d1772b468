import type { FunctionAccess } from '#relay/backend/data-api/access/access-line.ts'

const catalog = { object: 'catalog', read: 'database', write: 'database' } as const
const topology = { object: 'topology', read: 'topologies', write: 'topologies' } as const
const config = { config_id: 'config_items' } as const
const component = { component_id: 'components' } as const

export const functionAccess: Readonly<Record<string, FunctionAccess>> = {
  uuid_to_ulid: { object: 'database.public', read: 'database', write: 'database' },
  generate_ulid: { object: 'database.public', read: 'database', write: 'database', internal: true },

  related_configs: { ...catalog, arguments: config, about: { 'config->>id': 'config_items' } },
  related_configs_recursive: {
    ...catalog,
    arguments: config,
    about: { id: 'config_items' },
    lists: { related_ids: 'config_items' },
  },
  related_configs_as_of: {
    ...catalog,
    arguments: config,
    about: { id: 'config_items' },
    lists: { related_ids: 'config_items' },
  },
  related_config_ids: catalog,
  related_config_ids_recursive: { ...catalog, arguments: config, about: { id: 'config_items' } },
  related_changes_recursive: { ...catalog, arguments: { lookup_id: 'config_items' }, about: config },
  config_relationships_recursive: {
    ...catalog,
    arguments: config,
    about: { id: 'config_items', related_id: 'config_items' },
  },
  lookup_config_children: {
    ...catalog,
    arguments: { id: 'config_items' },
    about: { child_id: 'config_items', parent_id: 'config_items' },
  },
  get_parents_by_location: { ...catalog, arguments: config, about: { id: 'config_items' } },
  lookup_config_relations: {
    ...catalog,
    arguments: { id: 'config_items' },
    about: { parent_id: 'config_items', child_id: 'config_items' },
  },

  check_summary_for_component: {
    object: 'canaries',
    read: 'canaries',
    write: 'canaries',
    arguments: { id: 'components' },
    about: { canary_id: 'canaries' },
  },

  lookup_analysis_by_component: {
    ...topology,
    arguments: { id: 'components' },
    about: { ...config, ...component },
  },
  lookup_changes_by_component: { ...topology, arguments: { id: 'components' }, about: { ...config, ...component } },
  lookup_configs_by_component: { ...topology, arguments: { id: 'components' }, about: config },
  lookup_component_by_property: { ...topology, about: { id: 'components' } },
  lookup_component_children: {
    ...topology,
    arguments: { id: 'components' },
    about: { child_id: 'components', parent_id: 'components' },
  },
  lookup_component_incidents: { ...topology, arguments: component },
  lookup_component_names: { ...topology, arguments: component },
  lookup_component_config_id_related_components: { ...topology, arguments: component, about: { id: 'components' } },
  lookup_component_relations: { ...topology, arguments: component, about: { id: 'components' } },
  lookup_components_by_check: { ...topology, arguments: { id: 'checks' }, about: component },
  lookup_components_by_config: { ...topology, arguments: { id: 'config_items' }, about: component },

  get_playbook_run_actions: {
    object: 'playbooks',
    read: 'playbook_runs',
    write: 'playbook_runs',
    arguments: { run_id: 'playbook_runs' },
    about: { playbook_run_id: 'playbook_runs' },
  },
}
