import { useQuery } from '@tanstack/react-query'
import { decide, type Principal, type Decision, type Question } from '#shared/access/decide.ts'
import type { AccessAction, Resource } from '#shared/access/resources.ts'
import { useServerNow } from '#client/lib/time/clock.ts'
import { useFormatTime } from '#client/lib/time/format-time.ts'
import { describeDenial } from '#client/api/describe-denial.ts'
import { administratorsQuery } from './administrators.ts'
import { propertiesQuery } from './feature-flags.ts'
import { useSession, type Session } from './whoami.ts'

export interface Allowance {
  /** Nobody known may do nothing. What holds for a part of it, or depends on more than is known here, is offered. */
  readonly allowed: boolean
  /** What is missing and who can grant it; undefined while allowed. It is what `disabledReason` of a button takes. */
  readonly reason: string | undefined
  /** Null until the person is known. */
  readonly decision: Decision | null
}

export const toActor = ({ user, roles, teams, grants }: Session): Principal => ({ id: user.id, roles, teams, grants })

/** A grant ends by itself, and a page that stands open must notice. */
const lookAgainMs = 5_000

/**
 * Whether the signed-in person may do something, by the same function that the server's gates ask:
 * `useAllowed('playbook:run', 'playbooks', { about: { playbook: { id } } })`.
 */
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
