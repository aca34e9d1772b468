import { z } from 'zod'
import type { Principal } from '#shared/access/decide.ts'
import type { AccessAction } from '#shared/access/resources.ts'
import { objectRowSchema, objectSelects, readObject } from '#shared/access/object-row.ts'
import { isAllowed } from '#relay/is-allowed.ts'
import type { FetchText } from './fetch-text.ts'

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
