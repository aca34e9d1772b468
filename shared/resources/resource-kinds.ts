import { canary } from './kinds/canary.ts'
import { connection } from './kinds/connection.ts'
import { incidentRule } from './kinds/incident-rule.ts'
import { loggingBackend } from './kinds/logging-backend.ts'
import { notification } from './kinds/notification.ts'
import { notificationSilence } from './kinds/notification-silence.ts'
import { permission } from './kinds/permission.ts'
import { permissionGroup } from './kinds/permission-group.ts'
import { playbook } from './kinds/playbook.ts'
import { property } from './kinds/property.ts'
import type { ResourceKind } from './kinds/resource-kind.ts'
import { scrapeConfig } from './kinds/scrape-config.ts'
import { team } from './kinds/team.ts'
import { topology } from './kinds/topology.ts'

/** By table. */
export const resourceKinds = {
  canaries: canary,
  config_scrapers: scrapeConfig,
  topologies: topology,
  playbooks: playbook,
  logging_backends: loggingBackend,
  incident_rules: incidentRule,
  notifications: notification,
  notification_silences: notificationSilence,
  teams: team,
  connections: connection,
  permissions: permission,
  permission_groups: permissionGroup,
  properties: property,
} as const

type ResourceKinds = typeof resourceKinds
export type ResourceTable = keyof ResourceKinds

/** Tables of the kinds whose field is neither null nor false. */
export type TableWith<Field extends keyof ResourceKind> = {
  [Table in ResourceTable]: ResourceKinds[Table][Field] extends null | false ? never : Table
}[ResourceTable]

export const allResourceKinds: readonly (ResourceKind & { readonly table: ResourceTable })[] =
  Object.values(resourceKinds)

const isTable = (name: string): name is ResourceTable => Object.hasOwn(resourceKinds, name)

export const isTableWith = <Field extends keyof ResourceKind>(name: string, field: Field): name is TableWith<Field> => {
  const value = isTable(name) ? resourceKinds[name][field] : null
  return value !== null && value !== false
}

export const tablesWith = <Field extends keyof ResourceKind>(field: Field): readonly TableWith<Field>[] =>
  Object.keys(resourceKinds).filter((name) => isTableWith(name, field))
