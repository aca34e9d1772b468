import { decide } from '#shared/access/decide.ts'
import type { AccessAction, Resource } from '#shared/access/resources.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import { toActor } from './use-allowed.ts'
import { useSession } from './whoami.ts'

export const useAllows = (): ((resource: Resource, action: AccessAction) => boolean) => {
  const session = useSession()
  return (resource, action) => {
    if (session === undefined) return false
    return decide(toActor(session), { action, resource }, { nowMs: serverNow() }).answer !== 'refused'
  }
}
