import { decide } from '#shared/access/decide.ts'
import type { AccessAction, Resource } from '#shared/access/resources.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import { toActor } from './use-allowed.ts'
import { useSession } from './whoami.ts'

/** Whether the signed-in person may do `action` on `resource`, or on a part of it; nobody known may do nothing. */
export const useAllows = (): ((resource: Resource, action: AccessAction) => boolean) => {
  const session = useSession()
  return (resource, action) => {
    if (session === undefined) return false
    return decide(toActor(session), { action, resource }, { nowMs: serverNow() }).answer !== 'refused'
  }
}
