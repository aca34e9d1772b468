import { resources, type AccessAction, type Action, type Resource } from '#shared/access/resources.ts'

export const roles = ['admin', 'editor', 'commander', 'responder', 'viewer', 'guest'] as const
export type Role = (typeof roles)[number]

const all = new Set<Resource>(resources)
const except = (...left: Resource[]) => new Set(resources.filter((resource) => !left.includes(resource)))
const none = new Set<Resource>()
const ofAdmins = ['audit', 'backup', 'relays'] as const
const common = except('rbac', 'identities', 'connections', ...ofAdmins)
const incidentWork = new Set<Resource>(['responder', 'incident', 'evidences', 'comments'])

const matrix: Record<Role, Record<Action, ReadonlySet<Resource>>> = {
  admin: { read: all, write: all },
  editor: {
    read: except(...ofAdmins),
    write: except('connections', 'identities', 'rbac', 'exec', ...ofAdmins),
  },
  commander: { read: common, write: incidentWork },
  responder: { read: common, write: incidentWork },
  viewer: { read: common, write: none },
  guest: { read: common, write: none },
}

const isRole = (name: string): name is Role => roles.some((role) => role === name)

/** Deliberately wider than write on canaries (ledger HEALTH-28). */
const checkRunRoles = new Set<Role>(['admin', 'editor', 'responder', 'commander'])

export const roleAllows = (name: string, action: AccessAction, resource: Resource): boolean => {
  if (!isRole(name)) return false
  if (action === 'read') return matrix[name].read.has(resource)
  if (action === 'playbook:run' && resource === 'canaries') return checkRunRoles.has(name)
  return matrix[name].write.has(action.startsWith('playbook:') ? 'playbook_runs' : resource)
}

export const allows = (held: readonly string[], action: Action, resource: Resource): boolean =>
  held.some((name) => roleAllows(name, action, resource))

/** Backends list `everyone` among the roles, but it is the group of all people. */
export const listRoles = (listed: readonly string[]): string[] =>
  [...new Set(listed)].filter((role) => role !== 'everyone')

export const isAdmin = (held: readonly string[]): boolean => held.includes('admin')

export const isViewer = (held: readonly string[]): boolean =>
  held.length > 0 && held.every((role) => role === 'viewer' || role === 'guest')
