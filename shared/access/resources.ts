export const resources = [
  'database',
  'rbac',
  'auth',
  'responder',
  'incident',
  'evidences',
  'comments',
  'canaries',
  'topologies',
  'config_scrapers',
  'identities',
  'connections',
  'kratos',
  'agents',
  'properties',
  'logging_backends',
  'integrations',
  'notifications',
  'playbooks',
  'playbook_runs',
  'permissions',
  'exec',
  'audit',
  'backup',
  'relays',
] as const
export type Resource = (typeof resources)[number]

export type Action = 'read' | 'write'

export const accessActions = [
  'read',
  'write',
  'create',
  'update',
  'delete',
  'playbook:run',
  'playbook:approve',
  'playbook:cancel',
] as const
export type AccessAction = (typeof accessActions)[number]
