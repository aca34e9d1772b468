import type { Resource } from '#shared/access/resources.ts'

export const offeredObjects = [
  'canaries',
  'catalog',
  'incident',
  'people',
  'topology',
  'playbooks',
  'connection',
  'connection-detail',
  'agent-push',
  'kubernetes-proxy',
  'notification',
  'rbac',
  'logs',
  'agent',
  'artifact',
] as const

const serverObjects = [
  'auth',
  'database',
  'database.public',
  'database.system',
  'database.monitor',
  'database.config_scrapers',
  'database.identities',
  'database.kratos',
] as const

/** Of this console: other services do not have them. */
export const ownObjects = ['exec', 'audit', 'backup', 'relays'] as const

export const accessObjects = [...offeredObjects, ...serverObjects, ...ownObjects] as const
export type AccessObject = (typeof accessObjects)[number]

export const resourceObjects: Record<Resource, AccessObject> = {
  database: 'database.public',
  rbac: 'rbac',
  auth: 'auth',
  responder: 'incident',
  incident: 'incident',
  evidences: 'incident',
  comments: 'incident',
  canaries: 'canaries',
  topologies: 'topology',
  config_scrapers: 'database.config_scrapers',
  identities: 'people',
  connections: 'connection',
  kratos: 'database.kratos',
  agents: 'database.monitor',
  properties: 'database.system',
  logging_backends: 'database.config_scrapers',
  integrations: 'database.monitor',
  notifications: 'notification',
  playbooks: 'playbooks',
  playbook_runs: 'playbooks',
  permissions: 'database.system',
  exec: 'exec',
  audit: 'audit',
  backup: 'backup',
  relays: 'relays',
}

export const objectKinds = ['config', 'component', 'canary', 'playbook', 'connection'] as const
export type ObjectKind = (typeof objectKinds)[number]

export const objectResourceKinds: Partial<Record<AccessObject, readonly ObjectKind[]>> = {
  catalog: ['config'],
  canaries: ['canary'],
  topology: ['component'],
  playbooks: ['playbook', 'config', 'component'],
  connection: ['connection'],
  'connection-detail': ['connection'],
  logs: ['component'],
}
