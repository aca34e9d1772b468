import { resourceObjects, type AccessObject } from '#shared/access/objects.ts'
import type { Resource } from '#shared/access/resources.ts'
import { allResourceKinds, type ResourceTable } from '#shared/resources/resource-kinds.ts'
import { everyWrite, type RelationAccess } from '#relay/backend/data-api/access/access-line.ts'

type More = Omit<RelationAccess, 'object' | 'read' | 'write'> & { readonly write?: Resource }

const under =
  (object: AccessObject, resource: Resource) =>
  (more: More = {}, own: Resource = resource): RelationAccess => ({ object, read: own, write: own, ...more })

const open = under('database.public', 'database')
const catalog = under('catalog', 'database')
const canaries = under('canaries', 'canaries')
const topology = under('topology', 'topologies')
const incident = under('incident', 'incident')
const playbooks = under('playbooks', 'playbooks')
const notification = under('notification', 'notifications')
const monitor = under('database.monitor', 'database')
const system = under('database.system', 'database')

const own = { writes: everyWrite, authors: ['created_by'] } as const
const ofConfig = { about: { config_id: 'config_items' } } as const
const ofCheck = { about: { check_id: 'checks' } } as const
const ofRun = { playbook_id: 'playbooks', config_id: 'config_items', component_id: 'components', check_id: 'checks' }
const ofJob = { resource_id: ['canaries', 'components', 'config_items', 'playbooks', 'checks'] }

const moreOfKinds: Partial<Record<ResourceTable, More>> = {
  notifications: { engine: ['error'] },
  notification_silences: {
    engine: ['error'],
    about: { config_id: 'config_items', check_id: 'checks', canary_id: 'canaries', component_id: 'components' },
  },
  permissions: { editors: ['updated_by'] },
  connections: {
    secrets: { url: 'url', username: 'text', password: 'text', certificate: 'text', properties: 'properties' },
  },
}

const accessOfKinds = Object.fromEntries(
  allResourceKinds.map(({ table, resource, documentColumns: documents }) => [
    table,
    under(resourceObjects[resource], resource)({ ...own, documents, ...moreOfKinds[table] }),
  ]),
)

export const relationAccess: Readonly<Record<string, RelationAccess>> = {
  ...accessOfKinds,
  agents: open(
    {
      ...own,
      engine: 'hostname ip version username person_id tls last_seen last_received'.split(' '),
      documents: ['properties'],
    },
    'agents',
  ),
  analysis_types: open(),
  analyzer_types: open(),
  change_types: open(),
  check_labels: open(),
  checks_labels_keys: open(),
  check_names: open({ about: { canary_id: 'canaries' } }),
  component_labels: open(),
  component_labels_keys: open(),
  component_names: open({ about: { id: 'components' } }),
  component_types: open(),
  config_classes: open(),
  config_labels: open(),
  config_names: open({ about: { id: 'config_items' } }),
  config_statuses: open(),
  config_tags: open(),
  config_tags_labels_keys: open(),
  config_types: open(),
  connections_list: open({ about: { id: 'connections' } }),
  identities: open({}, 'identities'),
  on_call_rotations: open(own),
  on_call_overrides: open(own),
  people_roles: open({ write: 'identities' }),
  playbook_names: open({ about: { id: 'playbooks' } }),
  saved_query: open(own),
  severities: open(),
  team_components: open({ about: { component_id: 'components' } }),
  team_members: open({ writes: everyWrite }),
  teams_with_status: open({ documents: ['spec', 'job_details'] }),

  configs: catalog({ about: { id: 'config_items' }, documents: ['properties'] }),
  config_items: catalog({ documents: ['config', 'properties'] }),
  config_detail: catalog({ about: { id: 'config_items' }, documents: ['config', 'properties', 'components'] }),
  config_changes: catalog({ ...ofConfig, documents: ['patches', 'diff', 'details'] }),
  catalog_changes: catalog({ ...ofConfig, documents: ['config', 'diff', 'details'] }),
  config_analysis: catalog({ ...ofConfig, documents: ['analysis'] }),
  config_analysis_items: catalog({ ...ofConfig, documents: ['analysis', 'config'] }),
  config_analysis_analyzers: catalog(),
  config_relationships: catalog({ about: { config_id: 'config_items', related_id: 'config_items' } }),
  config_component_relationships: catalog({
    writes: everyWrite,
    about: { config_id: 'config_items', component_id: 'components' },
  }),
  config_summary: catalog(),
  config_class_summary: catalog(),
  analysis_by_component: catalog({ about: { config_id: 'config_items', component_id: 'components' } }),
  analysis_by_config: catalog({ about: { id: 'config_items' } }),
  changes_by_component: catalog({ about: { config_id: 'config_items', component_id: 'components' } }),
  check_summary_by_config: catalog(ofConfig),
  check_summary_for_config: catalog({ about: { config_id: 'config_items', canary_id: 'canaries' } }),
  scrape_plugins: catalog({ documents: ['spec'] }),

  canaries_with_status: canaries({ about: { id: 'canaries' }, documents: ['job_details'] }),
  checks: canaries({
    writes: ['PATCH'],
    people: ['silenced_at', 'severity', 'owner', 'description', 'icon', 'labels'],
    about: { canary_id: 'canaries' },
    documents: ['spec'],
  }),
  check_statuses: canaries({ ...ofCheck, documents: ['message', 'error', 'details'] }),
  check_statuses_1h: canaries(ofCheck),
  check_statuses_1d: canaries(ofCheck),
  check_statuses_5m: canaries(ofCheck),
  check_summary: canaries({ about: { canary_id: 'canaries' } }),
  checks_by_component: canaries({ about: { component_id: 'components', id: 'checks' } }),
  checks_by_config: canaries({ about: { config_id: 'config_items', id: 'checks' } }),
  checks_status_artifacts: canaries({ ...ofCheck, documents: ['check_message', 'error', 'artifacts'] }),
  check_component_relationships: canaries({
    about: { component_id: 'components', check_id: 'checks', canary_id: 'canaries' },
  }),
  check_config_relationships: canaries({
    about: { config_id: 'config_items', check_id: 'checks', canary_id: 'canaries' },
  }),

  components: topology({
    writes: ['PATCH'],
    people: 'hidden silenced owner description lifecycle text tooltip icon labels'.split(' '),
    documents: ['properties'],
  }),
  component_relationships: topology({ about: { component_id: 'components', relationship_id: 'components' } }),
  components_with_logs: topology({ about: { id: 'components' } }),
  component_names_all: topology({ about: { id: 'components' } }),
  topologies_with_status: topology({ documents: ['spec', 'job_details'] }),
  topology: topology({ about: { id: 'components' }, documents: ['properties'] }),

  incidents: incident(own),
  incident_histories: incident({ about: { evidence_id: 'evidences' } }),
  incident_summary: incident(),
  incidents_by_component: incident({ about: { component_id: 'components' } }),
  incidents_by_config: incident({ about: { config_id: 'config_items' } }),
  incident_relationships: incident(),
  hypotheses: incident(own),
  evidences: incident(
    {
      ...own,
      engine: ['script_result'],
      documents: ['evidence'],
      about: {
        config_id: 'config_items',
        component_id: 'components',
        check_id: 'checks',
        config_change_id: 'config_changes',
        config_analysis_id: 'config_analysis',
      },
    },
    'evidences',
  ),
  comments: incident({ ...own, engine: ['external_id', 'external_created_by'] }, 'comments'),
  responders: incident({ ...own, documents: ['properties'] }, 'responder'),
  comment_responders: incident({}, 'comments'),

  playbook_runs: playbooks({ about: ofRun, documents: ['spec', 'parameters', 'request', 'error'] }, 'playbook_runs'),
  playbook_run_actions: playbooks(
    { about: { playbook_run_id: 'playbook_runs' }, documents: ['result', 'error'] },
    'playbook_runs',
  ),
  playbook_approvals: playbooks({ about: { run_id: 'playbook_runs' } }, 'playbook_runs'),
  playbook_action_agent_data: playbooks({ internal: true }, 'playbook_runs'),
  artifacts: under(
    'artifact',
    'playbook_runs',
  )({ about: { check_id: 'checks', playbook_run_action_id: 'playbook_run_actions' } }),

  notification_silence_terms: notification({ writes: everyWrite, about: { silence_id: 'notification_silences' } }),

  agents_summary: monitor({ documents: ['properties'] }, 'agents'),
  config_scrapers_with_status: monitor({ documents: ['spec', 'job_details'] }, 'config_scrapers'),
  event_queue_summary: monitor(),
  failed_events: monitor(),
  integrations_with_status: monitor({ documents: ['job_details'] }, 'integrations'),
  job_histories: monitor({ about: ofJob, documents: ['details'] }),
  job_history: monitor({ about: ofJob, documents: ['details'] }),
  job_history_names: monitor(),
  job_history_latest_status: monitor({ about: ofJob, documents: ['details'] }),
  notification_send_history: monitor(
    {
      about: {
        resource_id: ['canaries', 'components', 'config_items', 'checks', 'incidents', 'playbooks'],
        playbook_run_id: 'playbook_runs',
        connection_id: 'connections',
      },
      documents: ['body', 'error', 'payload'],
    },
    'notifications',
  ),
  notification_send_history_summary: monitor({ documents: ['body', 'error', 'payload'] }, 'notifications'),
  notifications_summary: monitor({ documents: ['custom_services'] }, 'notifications'),
  push_queue_summary: monitor(),

  permissions_summary: system({}, 'permissions'),
  permissions_group_summary: system({}, 'permissions'),
  event_queue: system({ documents: ['properties', 'error'] }),
  migration_logs: system(),

  audit_log: under('audit', 'audit')(),

  // The view masks secrets; writes go to the connection.
  connection_details: under(
    'connection-detail',
    'connections',
  )({
    writes: ['PATCH'],
    about: { id: 'connections' },
    authors: ['created_by'],
  }),

  people: under('people', 'database')({ write: 'identities', writes: everyWrite, engine: ['last_login'] }),
  access_tokens: under('database.kratos', 'kratos')({ internal: true }),
  casbin_rule: under('auth', 'auth')({ internal: true }),
}
