import { z } from 'zod'
import { type Principal, decide } from '#shared/access/decide.ts'
import type { AccessAction } from '#shared/access/resources.ts'
import { objectRowSchema, objectSelects, readObject } from '#shared/access/object-row.ts'
import { isAllowed } from '#relay/is-allowed.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { isId } from '#shared/primitives/id.ts'
import type { FetchText } from './fetch-text.ts'

export const createCanRunCheck = (fetchText: FetchText) => {
  const runsCheck = createCheckScope(fetchText, 'playbook:run')
  return async (viewer: Viewer, checkId: string, signal: AbortSignal): Promise<boolean> => {
    const question = { action: 'playbook:run', resource: 'canaries' } as const
    const { answer } = decide(viewer, question, { nowMs: Date.now() })
    return answer === 'some' ? isId(checkId) && runsCheck(viewer, { checkId }, signal) : answer === 'allowed'
  }
}

const foundSchema = z.array(z.object({ canary: objectRowSchema.nullish() }))
const select = `canary:canaries!checks_canary_id_fkey(${objectSelects.canary})`

export const createCheckScope =
  (fetchText: FetchText, action: AccessAction = 'read') =>
  async (viewer: Principal, { checkId }: { readonly checkId: string }, signal: AbortSignal): Promise<boolean> => {
    const body = await fetchText(`/api/db/checks?id=eq.${checkId}&select=${select}`, signal)
    const canary = foundSchema.parse(JSON.parse(body))[0]?.canary
    if (canary == null) return false
    const about = { canary: readObject('canary', canary) }
    return isAllowed(viewer, { action, resource: 'canaries', about })
  }
