import { resources, type AccessAction, type Action, type Resource } from '#shared/access/resources.ts'

export const roles = ['admin', 'editor', 'commander', 'responder', 'viewer', 'guest'] as const
export type Role = (typeof roles)[number]

const all = new Set<Resource>(resources)
const except = (...left: Resource[]) => new Set(resources.filter((resource) => !left.includes(resource)))
const none = new Set<Resource>()
const common = except('rbac', 'identities', 'connections', 'audit', 'backup')
const incidentWork = new Set<Resource>(['responder', 'incident', 'evidences', 'comments'])

/** What each role may do, by resource. */
const matrix: Record<Role, Record<Action, ReadonlySet<Resource>>> = {
  admin: { read: all, write: all },
  editor: {
    read: except('audit', 'backup'),
    write: except('connections', 'identities', 'rbac', 'exec', 'audit', 'backup'),
  },
  commander: { read: common, write: incidentWork },
  responder: { read: common, write: incidentWork },
  viewer: { read: common, write: none },
  guest: { read: common, write: none },
}

const isRole = (name: string): name is Role => roles.some((role) => role === name)

/** Whose 'Run Now' on a check is: a rule of its own, wider than write on canaries (ledger HEALTH-28). */
const checkRunRoles = new Set<Role>(['admin', 'editor', 'responder', 'commander'])

/**
 * Whether one role allows `action` on `resource` by itself; an unknown role allows nothing. What a playbook does needs write on
 * playbook runs, running a check is a rule of its own, and every other action but reading is writing.
 */
export const roleAllows = (name: string, action: AccessAction, resource: Resource): boolean => {
  if (!isRole(name)) return false
  if (action === 'read') return matrix[name].read.has(resource)
  if (action === 'playbook:run' && resource === 'canaries') return checkRunRoles.has(name)
  return matrix[name].write.has(action.startsWith('playbook:') ? 'playbook_runs' : resource)
}

/** Whether any of a person's roles allows `action` on `resource`; an unknown role allows nothing. */
export const allows = (held: readonly string[], action: Action, resource: Resource): boolean =>
  held.some((name) => roleAllows(name, action, resource))

/** The roles of a person, each once. `everyone`, which backends list among them, is the group of all people and no role. */
export const listRoles = (listed: readonly string[]): string[] =>
  [...new Set(listed)].filter((role) => role !== 'everyone')

/** Whether somebody is an administrator: by the role admin alone. */
export const isAdmin = (held: readonly string[]): boolean => held.includes('admin')

/** Whether somebody may only look: viewer or guest, and nothing more than that. */
export const isViewer = (held: readonly string[]): boolean =>
  held.length > 0 && held.every((role) => role === 'viewer' || role === 'guest')
