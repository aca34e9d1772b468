import type { Question } from './question.ts'

/** Only the role admin allows these. No grant does, but a deny removes them. */
export const accountRights = {
  account: { action: 'update', resource: 'identities', object: 'auth' },
  change: { action: 'update', resource: 'identities', object: 'people' },
  remove: { action: 'delete', resource: 'identities', object: 'people' },
  roles: { action: 'update', resource: 'rbac', object: 'rbac' },
} as const satisfies Record<string, Question>

export type AccountRight = keyof typeof accountRights
