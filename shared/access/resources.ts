/** What the console's own permission matrix speaks of, and three of its own: `exec`, documents that run programs, `audit`, and `backup`. */
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
] as const
export type Resource = (typeof resources)[number]

export type Action = 'read' | 'write'

/** What can be asked for; `write` is all of create, update and delete. */
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
