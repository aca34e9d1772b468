import type { Question } from './question.ts'

/** Running and acknowledging a check need the same permission. */
export const actOnChecks = { action: 'playbook:run', resource: 'canaries' } as const satisfies Question
