import { useQuery } from '@tanstack/react-query'
import { decide, type Principal, type Decision } from '#shared/access/decide.ts'
import type { AccessAction, Resource } from '#shared/access/resources.ts'
import { useServerNow } from '#client/lib/time/clock.ts'
import { useFormatTime } from '#client/lib/time/format-time.ts'
import { describeDenial } from '#client/api/describe-denial.ts'
import type { Question } from '#shared/access/question.ts'
import { administratorsQuery } from './administrators.ts'
import { propertiesQuery } from './feature-flags.ts'
import { useSession, type Session } from './whoami.ts'

interface Allowance {
  readonly allowed: boolean
  readonly reason: string | undefined
  readonly decision: Decision | null
}

export const toActor = ({ user, roles, teams, grants }: Session): Principal => ({ id: user.id, roles, teams, grants })

const lookAgainMs = 5_000

export const useAllowed = (
  action: AccessAction,
  resource: Resource,
  more: Pick<Question, 'object' | 'about' | 'feature'> = {},
): Allowance => {
  const session = useSession()
  const { data: flags = [] } = useQuery(propertiesQuery)
  const nowMs = useServerNow(lookAgainMs)
  const question = { action, resource, ...more }
  const decision = session === undefined ? null : decide(toActor(session), question, { nowMs, flags })
  const allowed = decision !== null && decision.answer !== 'refused'
  const { data: grantors = [] } = useQuery({ ...administratorsQuery, enabled: decision !== null && !allowed })
  const format = useFormatTime()
  const reason =
    decision === null || allowed
      ? undefined
      : describeDenial(question, decision, { grantors, formatTime: (at) => format(at, 'medium') })
  return { allowed, reason, decision }
}
