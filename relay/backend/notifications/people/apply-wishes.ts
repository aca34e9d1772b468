import { severities } from '#shared/health/severity.ts'
import type { Wishes } from '#shared/notifications/personal-routes.ts'
import { isWithinWindow, windowEndMs } from '#shared/notifications/silence-window.ts'

export interface Person {
  readonly id: string
  readonly name: string
}

export interface Held {
  readonly reason: string
  readonly untilMs?: number
}

export interface MessageTraits {
  readonly severity: string | undefined
  readonly nowMs: number
}

interface PersonWishes extends Wishes {
  readonly is_unsubscribed: boolean
}

const findRank = (severity: string | undefined): number =>
  severities.findIndex((each) => each === severity?.toLowerCase())
const leastGraveAtNight = severities.indexOf('blocker')

const findReason = (wishes: PersonWishes, { severity, nowMs }: MessageTraits): Held | null => {
  if (wishes.is_unsubscribed) return { reason: 'is unsubscribed from this rule' }
  const rank = findRank(severity)
  if (wishes.least_severity !== null && rank > findRank(wishes.least_severity))
    return { reason: `has a minimum severity of ${wishes.least_severity}` }
  if (wishes.quiet === null || (rank >= 0 && rank <= leastGraveAtNight) || !isWithinWindow(wishes.quiet, nowMs))
    return null
  return { reason: `has quiet hours until ${wishes.quiet.to}`, untilMs: windowEndMs(wishes.quiet, nowMs) }
}

export const applyWishes = <Some extends Person>(
  people: readonly Some[],
  wishes: ReadonlyMap<string, PersonWishes>,
  message: MessageTraits,
): { readonly notified: readonly Some[]; readonly held: Held | null } => {
  const reasons = people.flatMap((person) => {
    const row = wishes.get(person.id)
    const held = row === undefined ? null : findReason(row, message)
    return held === null ? [] : [{ person, held }]
  })
  const held = reasons.map((each) => each.held)
  const untilMs = held.every((each) => each.untilMs !== undefined)
    ? Math.min(...held.map((each) => each.untilMs ?? message.nowMs))
    : undefined
  return {
    notified: people.filter((person) => !reasons.some((each) => each.person === person)),
    held:
      reasons.length === 0
        ? null
        : {
            reason: `${reasons.map((each) => `${each.person.name} ${each.held.reason}`).join('; ')}.`,
            ...(untilMs !== undefined && { untilMs }),
          },
  }
}
