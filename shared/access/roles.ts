import { resources, type Action, type Resource } from '#shared/access/resources.ts'

export const roles = ['admin', 'editor', 'commander', 'responder', 'viewer', 'guest'] as const
export type Role = (typeof roles)[number]

const all = new Set<Resource>(resources)
const except = (...left: Resource[]) => new Set(resources.filter((resource) => !left.includes(resource)))
const none = new Set<Resource>()
const common = except('rbac', 'identities', 'connections')
const incidentWork = new Set<Resource>(['responder', 'incident', 'evidences', 'comments'])

/** Document 3 section 6, row by row. */
const matrix: Record<Role, Record<Action, ReadonlySet<Resource>>> = {
  admin: { read: all, write: all },
  editor: { read: all, write: except('connections', 'identities', 'rbac') },
  commander: { read: common, write: incidentWork },
  responder: { read: common, write: incidentWork },
  viewer: { read: common, write: none },
  guest: { read: common, write: none },
}

const isRole = (name: string): name is Role => roles.some((role) => role === name)

/** Whether any of a person's roles allows `action` on `resource`; an unknown role allows nothing. */
export const allows = (held: readonly string[], action: Action, resource: Resource): boolean =>
  held.some((name) => isRole(name) && matrix[name][action].has(resource))

/** Document 3 section 6: isViewer means viewer or guest, and nothing more than that. */
export const isViewer = (held: readonly string[]): boolean =>
  held.length > 0 && held.every((role) => role === 'viewer' || role === 'guest')

/** Who sees 'Run Now' on a check: a rule of its own, wider than write on canaries (ledger HEALTH-28). */
export const mayRunChecks = (held: readonly string[]): boolean =>
  held.some((role) => ['admin', 'editor', 'responder', 'commander'].includes(role))
