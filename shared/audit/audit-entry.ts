import { z } from 'zod'
import { compareText } from '#shared/primitives/compare-text.ts'
import { allResourceKinds } from '#shared/resources/resource-kinds.ts'

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

const otherAuditedKinds = {
  agents: 'agent',
  backups: 'backup',
  checks: 'check',
  comments: 'comment',
  components: 'component',
  config_component_relationships: 'catalog link',
  evidences: 'evidence',
  hypotheses: 'hypothesis',
  identities: 'account',
  incidents: 'incident',
  on_call_rotations: 'on-call rotation',
  on_call_overrides: 'on-call override',
  people: 'person',
  people_roles: 'role of a person',
  playbook_approvals: 'approval',
  playbook_runs: 'playbook run',
  relays: 'relay',
  responders: 'responder',
  saved_query: 'saved query',
  scrape_plugins: 'scrape plugin',
  team_members: 'team membership',
}

export const auditedKinds: Readonly<Record<string, string>> = Object.fromEntries(
  [...Object.entries(otherAuditedKinds), ...allResourceKinds.map(({ table, noun }) => [table, noun] as const)].toSorted(
    ([one], [other]) => compareText(one, other),
  ),
)

export const auditActions = [
  'created',
  'changed',
  'deleted',
  'restored',
  'started',
  'cancelled',
  'tested',
  'exported',
  'drained',
  'resumed',
  'acknowledged',
  'unacknowledged',
  'invitation resent',
  'second factor reset',
] as const
