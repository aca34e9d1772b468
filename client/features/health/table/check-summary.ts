import type { CheckListRow } from '#shared/health/health-list.ts'
import { toCheckState } from '#shared/health/check-state.ts'

interface About {
  readonly text: string
  readonly tone: 'failure' | 'stale' | 'note' | 'endpoint'
}

export const summarizeCheck = ({ check, stale }: Pick<CheckListRow, 'check' | 'stale'>): About => {
  const state = toCheckState(check)
  if (state === 'unhealthy') {
    const text = check.message || check.problem || 'failed without a message'
    return { text, tone: stale ? 'stale' : 'failure' }
  }
  if (check.notEvaluated !== null)
    return { text: `Not evaluated: depends on ${check.notEvaluated.name}, which is failing`, tone: 'note' }
  if (check.problem !== '') return { text: check.problem, tone: 'note' }
  if (state === 'unknown') return { text: 'no result yet', tone: 'note' }
  if (check.endpoint !== '') return { text: check.endpoint, tone: 'endpoint' }
  return { text: check.description || check.message, tone: 'note' }
}
