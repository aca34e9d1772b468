import { z } from 'zod'

const document = z.record(z.string(), z.unknown()).nullish().catch(null)

/** `before` and `after` contain only the changed columns. */
export const auditEntrySchema = z.object({
  id: z.string(),
  at: z.string(),
  person_id: z.string().nullable(),
  person_name: z.string().nullable(),
  action: z.string(),
  table_name: z.string(),
  row_id: z.string(),
  row_name: z.string().nullable(),
  changed: z.array(z.string()),
  origin: z.string().nullable(),
  before: document,
  after: document,
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

export const auditedKinds: Readonly<Record<string, string>> = {
  agents: 'agent',
  backups: 'backup',
  canaries: 'health check',
  checks: 'check',
  comments: 'comment',
  components: 'component',
  config_component_relationships: 'catalog link',
  config_scrapers: 'scraper',
  connections: 'connection',
  evidences: 'evidence',
  hypotheses: 'hypothesis',
  identities: 'account',
  incident_rules: 'incident rule',
  incidents: 'incident',
  logging_backends: 'log backend',
  notification_silences: 'silence',
  notifications: 'notification rule',
  on_call_rotations: 'on-call rotation',
  on_call_overrides: 'on-call override',
  people: 'person',
  people_roles: 'role of a person',
  permission_groups: 'permission group',
  permissions: 'permission',
  playbook_approvals: 'approval',
  playbook_runs: 'playbook run',
  playbooks: 'playbook',
  properties: 'property',
  responders: 'responder',
  saved_query: 'saved query',
  scrape_plugins: 'scrape plugin',
  team_members: 'team membership',
  teams: 'team',
  topologies: 'topology',
}

export const auditActions = [
  'created',
  'changed',
  'deleted',
  'restored',
  'started',
  'cancelled',
  'tested',
  'exported',
  'acknowledged',
  'unacknowledged',
  'invitation resent',
  'second factor reset',
] as const
