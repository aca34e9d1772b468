import type { previewOutcomes } from '#shared/notifications/rule-preview-route.ts'
import type { Happening } from './event-queue.ts'
import { groupHash, windowOf } from './groups.ts'
import type { NotificationRule } from './rules.ts'
import type { Subject } from './subject.ts'

type Outcome = (typeof previewOutcomes)[number]

interface ReplayContext {
  /** Undefined for an event that the filter of the rule leaves out, or whose resource no longer exists. */
  readonly findSubject: (happening: Happening) => Subject | undefined
  readonly isSilenced: (subject: Subject, atMs: number) => Promise<boolean>
}

/** Replays events, which come newest first, in the order in which they happened; the outcomes are in the order of the events. */
export const replayEvents = async (
  rule: NotificationRule,
  events: readonly Happening[],
  { findSubject, isSilenced }: ReplayContext,
): Promise<readonly Outcome[]> => {
  const sentAtMs = new Map<string, number>()
  const openUntilMs = new Map<string, number>()
  const replay = async (happening: Happening): Promise<Outcome> => {
    const subject = findSubject(happening)
    if (subject === undefined) return 'left out'
    const atMs = Date.parse(happening.at)
    const hash = groupHash(rule, happening.event, subject)
    const key = `${happening.event} ${hash ?? subject.target.id}`
    if (hash !== undefined && atMs < (openUntilMs.get(key) ?? 0)) return 'grouped'
    if (rule.repeatMs > 0 && atMs - (sentAtMs.get(key) ?? -Infinity) < rule.repeatMs) return 'repeat'
    if (await isSilenced(subject, atMs)) return 'silenced'
    sentAtMs.set(key, atMs)
    if (hash !== undefined) openUntilMs.set(key, atMs + windowOf(rule))
    return rule.waitMs > 0 ? 'waits' : 'sent'
  }
  const outcomes: Outcome[] = []
  for (const happening of events.toReversed()) outcomes.unshift(await replay(happening))
  return outcomes
}
