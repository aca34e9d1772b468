import type { Resource } from '#shared/access/resources.ts'

/** What grants and denies may speak of as a whole (the first fifteen: ledger PERM-20). */
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

/** What this console asks about beside those: documents that run programs, who did what, and everything at once. */
const ownObjects = ['exec', 'audit', 'backup'] as const

export const accessObjects = [...offeredObjects, ...serverObjects, ...ownObjects] as const
export type AccessObject = (typeof accessObjects)[number]

/** The object that a resource of the console's matrix belongs to where nothing more precise is asked. */
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
}

/** The kinds of things that a grant can be narrowed to. */
export const objectKinds = ['config', 'component', 'canary', 'playbook', 'connection'] as const
export type ObjectKind = (typeof objectKinds)[number]

/** Which kinds of things an object is about: a playbook is run on a config item or a component. */
export const objectResourceKinds: Partial<Record<AccessObject, readonly ObjectKind[]>> = {
  catalog: ['config'],
  canaries: ['canary'],
  topology: ['component'],
  playbooks: ['playbook', 'config', 'component'],
  connection: ['connection'],
  'connection-detail': ['connection'],
  logs: ['component'],
}
