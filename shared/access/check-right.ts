import type { Question } from '#shared/access/decide.ts'

/** Running and acknowledging a check need the same permission. */
export const actOnChecks = { action: 'playbook:run', resource: 'canaries' } as const satisfies Question
