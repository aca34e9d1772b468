import { decide, type Decision } from '#shared/access/decide.ts'
import type { actOnChecks } from '#shared/access/check-right.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import type { CheckRecord } from '#relay/backend/checks/store/live-check.ts'
import type { AccessObjects } from '#relay/backend/permissions/access-objects.ts'
import type { ObjectAttributes } from '#shared/access/match.ts'

export const decideAccess = (
  viewer: Viewer,
  action: 'read' | typeof actOnChecks.action,
  canary?: ObjectAttributes,
): Decision['answer'] => {
  const about = canary && { canary }
  return decide(viewer, { action, resource: 'canaries', about }, { nowMs: Date.now() }).answer
}

/** With all attributes that permissions can be narrowed to; only the id for a canary that is in no table. */
export const createLoadCanary =
  (accessObjects: AccessObjects) =>
  async (id: string): Promise<ObjectAttributes> =>
    (await accessObjects.one('canary', id)) ?? { id }

/** Undefined if the viewer sees all checks. */
export const createIsSeen = async (
  accessObjects: AccessObjects,
  viewer: Viewer,
): Promise<((record: CheckRecord) => boolean) | undefined> => {
  if (decideAccess(viewer, 'read') === 'allowed') return undefined
  const canaries = new Map((await accessObjects.all('canary')).map((canary) => [canary.id, canary]))
  return ({ canaryId: id }) => decideAccess(viewer, 'read', canaries.get(id) ?? { id }) === 'allowed'
}
