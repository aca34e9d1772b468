import type { previewOutcomes } from '#shared/notifications/rule-preview-route.ts'
import { groupHash, getWindowMs } from '#relay/backend/notifications/decide/groups.ts'
import type { NotificationRule } from '#relay/backend/notifications/rules/rules.ts'
import type { PastEvent } from './past-events.ts'
import type { Subject } from '#relay/backend/notifications/events/subject.ts'

type Outcome = (typeof previewOutcomes)[number]

interface ReplayContext {
  readonly findSubject: (event: PastEvent) => Subject | undefined
  readonly isSilenced: (subject: Subject, atMs: number) => Promise<boolean>
}

/** `events` come newest first and are replayed oldest first; outcomes keep the order of the events. */
export const replayEvents = async (
  rule: NotificationRule,
  events: readonly PastEvent[],
  { findSubject, isSilenced }: ReplayContext,
): Promise<readonly Outcome[]> => {
  const sentAtMs = new Map<string, number>()
  const openUntilMs = new Map<string, number>()
  const replay = async (event: PastEvent): Promise<Outcome> => {
    const subject = findSubject(event)
    if (subject === undefined) return 'left out'
    const atMs = Date.parse(event.at)
    const hash = groupHash(rule, event.event, subject)
    const key = `${event.event} ${hash ?? subject.target.id}`
    if (hash !== undefined && atMs < (openUntilMs.get(key) ?? 0)) return 'grouped'
    if (rule.repeatMs > 0 && atMs - (sentAtMs.get(key) ?? -Infinity) < rule.repeatMs) return 'repeat'
    if (await isSilenced(subject, atMs)) return 'silenced'
    sentAtMs.set(key, atMs)
    if (hash !== undefined) openUntilMs.set(key, atMs + getWindowMs(rule))
    return rule.waitMs > 0 ? 'waits' : 'sent'
  }
  const outcomes: Outcome[] = []
  for (const event of events.toReversed()) outcomes.unshift(await replay(event))
  return outcomes
}
