import { toSlices } from '#shared/primitives/to-slices.ts'
import type { Database } from '#relay/database/database.ts'
import { createDecision, type Decided, type RuleDecision } from './decision.ts'
import { isForRule, type QueuedEvent } from '#relay/backend/notifications/events/event-queue.ts'
import { decideRule } from './decide-rule.ts'
import { evaluateFilters, isFilterError, type Verdict } from '#relay/backend/notifications/rules/evaluate-filters.ts'
import { groupHash } from './groups.ts'
import { findInhibitor } from './find-inhibitor.ts'
import { readPast, type Past } from './past.ts'
import { Plan } from './plan.ts'
import { readRoster, type Roster } from '#relay/backend/notifications/people/roster.ts'
import type { NotificationRule } from '#relay/backend/notifications/rules/rules.ts'
import { readSilences, silencing, type Silence } from '#relay/backend/notifications/silences/silences.ts'
import { readSubjects, type Subject } from '#relay/backend/notifications/events/subject.ts'

interface Batch {
  readonly database: Database
  readonly silences: readonly Silence[]
  readonly roster: Roster
  readonly past: Past
  readonly plan: Plan
}

const decideOne = (
  { database, silences, roster, past, plan }: Batch,
  rule: NotificationRule,
  { event, at }: QueuedEvent,
  subject: Subject,
): Promise<RuleDecision> =>
  decideRule(
    { rule, event, at, subject, recipients: rule.recipients.map(roster.describeRecipient) },
    {
      past,
      plan,
      nowMs: Date.now(),
      findInhibitor: () => findInhibitor(database, rule, subject, { planned: plan.notifiedBy(rule) }),
      findSilence: () => silencing(database, silences, subject, Date.now()),
    },
  )

export interface DecidedBatch {
  readonly decided: readonly Decided[]
  readonly plan: Plan
  readonly roster: Roster
  /** Filter errors by rule; null when an earlier error is resolved. */
  readonly errors: ReadonlyMap<NotificationRule, string | null>
}

const atOnce = 8

export const decideAll = async (
  database: Database,
  rules: readonly NotificationRule[],
  queuedEvents: readonly QueuedEvent[],
): Promise<DecidedBatch> => {
  const subjects = await readSubjects(database, queuedEvents)
  const known = queuedEvents.flatMap((queuedEvent) => {
    const subject = subjects.get(queuedEvent.id)
    return subject === undefined ? [] : [{ queuedEvent, subject }]
  })
  const names = new Set(known.map(({ queuedEvent: { event } }) => event))
  const concerned = rules.filter(({ events }) => events.some((event) => names.has(event)))
  const verdicts = new Map<string, ReadonlyMap<string, Verdict>>()
  const waitingFor = (event: string) => concerned.filter(({ events }) => events.includes(event))
  for (const some of toSlices(known, atOnce))
    await Promise.all(
      some.map(async ({ queuedEvent: { id, event }, subject }) =>
        verdicts.set(id, await evaluateFilters(waitingFor(event), subject)),
      ),
    )
  const hashes = known.flatMap(({ queuedEvent: { event }, subject }) =>
    waitingFor(event).flatMap((rule) => groupHash(rule, event, subject) ?? []),
  )
  const resources = known.map(({ subject }) => subject.target.id)
  const batch: Batch = {
    database,
    silences: await readSilences(database),
    roster: await readRoster(database, concerned),
    past: await readPast(database, concerned, { resources: [...new Set(resources)], hashes: [...new Set(hashes)] }),
    plan: new Plan(),
  }
  const errors = new Map<NotificationRule, string | null>()
  const decided: Decided[] = []
  for (const { queuedEvent, subject } of known) {
    const decisions: RuleDecision[] = []
    for (const rule of rules.filter((each) => isForRule(queuedEvent, each))) {
      const listRecipients = () => rule.recipients.map(batch.roster.describeRecipient)
      if (!rule.events.includes(queuedEvent.event)) {
        decisions.push(createDecision(rule, 'event', `The rule does not select ${queuedEvent.event}.`))
        continue
      }
      const verdict = verdicts.get(queuedEvent.id)?.get(rule.id)
      if (verdict !== undefined) {
        if (verdict.error !== null) errors.set(rule, verdict.error)
        else if (!errors.has(rule) && isFilterError(rule.error)) errors.set(rule, null)
        if (!verdict.passes) {
          decisions.push(createDecision(rule, 'filter', verdict.message, { recipients: listRecipients() }))
          continue
        }
      }
      decisions.push(await decideOne(batch, batch.roster.withoutVacant(verdict?.rule ?? rule), queuedEvent, subject))
    }
    decided.push({ queuedEvent, subject, rules: decisions })
  }
  return { decided, plan: batch.plan, roster: batch.roster, errors }
}
