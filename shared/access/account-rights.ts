import type { Question } from '#shared/access/decide.ts'

/**
 * What is asked of `decide` before something is done with accounts, by the objects that grants name: the role admin allows it, no
 * grant does, and a deny takes it away.
 */
export const accountRights = {
  /** Inviting, disabling and enabling, a new way in, a second factor taken away. */
  account: { action: 'update', resource: 'identities', object: 'auth' },
  change: { action: 'update', resource: 'identities', object: 'people' },
  remove: { action: 'delete', resource: 'identities', object: 'people' },
  roles: { action: 'update', resource: 'rbac', object: 'rbac' },
} as const satisfies Record<string, Question>

export type AccountRight = keyof typeof accountRights
