import { decide } from '#shared/access/decide.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { isId } from '#shared/primitives/id.ts'
import { createCheckScope } from './check-scope.ts'
import type { FetchText } from './fetch-text.ts'

export const createCanRunCheck = (fetchText: FetchText) => {
  const runsCheck = createCheckScope(fetchText, 'playbook:run')
  return async (viewer: Viewer, checkId: string, signal: AbortSignal): Promise<boolean> => {
    const question = { action: 'playbook:run', resource: 'canaries' } as const
    const { answer } = decide(viewer, question, { nowMs: Date.now() })
    return answer === 'some' ? isId(checkId) && runsCheck(viewer, { checkId }, signal) : answer === 'allowed'
  }
}
