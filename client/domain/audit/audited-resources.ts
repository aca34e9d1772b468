import { auditedKinds, type AuditEntry } from '#shared/audit/audit-entry.ts'
import { isTableWith } from '#shared/resources/resource-kinds.ts'
import { resourceHref } from '#client/domain/resources/resource-href.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'

type AuditedResource = Pick<AuditEntry, 'table_name' | 'row_id' | 'row_name'>

const onCallHref = (teamId: string) => `${linkTo(routes.settingsRow, { table: 'teams', id: teamId })}?tab=on-call`

const pages: Readonly<Record<string, (id: string) => string>> = {
  team_members: (id) => `${linkTo(routes.settingsRow, { table: 'teams', id })}?tab=members`,
  on_call_rotations: onCallHref,
  on_call_overrides: onCallHref,
  connections: (id) => `${routes.connections}?id=${encodeURIComponent(id)}`,
  playbook_runs: (id) => linkTo(routes.playbookRun, { id }),
  playbook_approvals: (id) => linkTo(routes.playbookRun, { id }),
  notification_silences: () => routes.silences,
  permissions: (id) => `${routes.permissions}?id=${encodeURIComponent(id)}`,
  properties: () => routes.featureFlags,
  people: () => routes.users,
  people_roles: () => routes.users,
  identities: () => routes.users,
  agents: (id) => `${routes.agents}?id=${encodeURIComponent(id)}`,
  incidents: (id) => linkTo(routes.incident, { id }),
  checks: (id) => `${routes.health}?checkId=${encodeURIComponent(id)}`,
  components: (id) => linkTo(routes.topologyItem, { id }),
  config_component_relationships: (id) => linkTo(routes.configItem, { id }),
}

export const entryHref = ({ table_name: table, row_id: id }: AuditedResource): string | null =>
  isTableWith(table, 'hasEditor') ? resourceHref(table, id) : (pages[table]?.(id) ?? null)

export const entryKind = ({ table_name: table }: Pick<AuditedResource, 'table_name'>): string =>
  auditedKinds[table] ?? table

export const entryName = ({ row_name: name, row_id: id }: AuditedResource): string => name ?? id

export const entryActor = ({
  person_id: id,
  person_name: name,
}: Pick<AuditEntry, 'person_id' | 'person_name'>): string => name ?? (id === null ? 'the console' : 'a deleted user')
