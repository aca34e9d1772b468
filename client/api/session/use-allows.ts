import { decide } from '#shared/access/decide.ts'
import type { Question } from '#shared/access/question.ts'
import type { AccessAction, Resource } from '#shared/access/resources.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import { toActor } from './use-allowed.ts'
import { useSession } from './whoami.ts'

type Allows = (resource: Resource, action: AccessAction, more?: Pick<Question, 'object' | 'about'>) => boolean

export const useAllows = (): Allows => {
  const session = useSession()
  return (resource, action, more = {}) => {
    if (session === undefined) return false
    return decide(toActor(session), { action, resource, ...more }, { nowMs: serverNow() }).answer !== 'refused'
  }
}
