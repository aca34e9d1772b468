import { sentenceOf } from '#relay/backend/playbooks/playbook-error.ts'
import { evaluateAll } from '#relay/backend/templates/template.ts'
import type { Database } from '#relay/database/database.ts'
import { decisionOf, type Decided, type RuleDecision } from './decision.ts'
import type { Happening } from './event-queue.ts'
import { decideRule } from './decide-rule.ts'
import { groupHash } from './groups.ts'
import { inhibitedBy } from './inhibited-by.ts'
import { readPast, type Past } from './past.ts'
import { Plan } from './plan.ts'
import { readRoster, type Roster } from './roster.ts'
import type { NotificationRule } from './rules.ts'
import { readSilences, silencing, type Silence } from './silences.ts'
import { readSubjects, type Subject } from './subject.ts'

interface Verdict {
  readonly passes: boolean
  readonly said: string
  readonly problem: string | null
}

/** What the filters of rules answer about a subject, by the rule. */
export const verdictsOf = async (
  rules: readonly NotificationRule[],
  subject: Subject,
): Promise<ReadonlyMap<string, Verdict>> => {
  const filtered = rules.filter(({ filter }) => filter !== '')
  const answers = await evaluateAll(
    filtered.map(({ filter }) => ({ language: 'expr', source: filter }) as const),
    subject.environment,
    { owner: 'notifications' },
  )
  return new Map(
    filtered.map(({ id }, index): [string, Verdict] => {
      const answer = answers[index]
      if (answer === undefined) throw new Error('a filter without an answer')
      if (!answer.ok) {
        const problem = `filter: ${sentenceOf(answer.error)}`
        return [id, { passes: false, said: `The filter could not be evaluated. ${problem}`, problem }]
      }
      const passes = answer.value === true || answer.value === 'true'
      return [id, { passes, said: `The filter answered ${JSON.stringify(answer.value ?? null)}.`, problem: null }]
    }),
  )
}

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
  { event, at }: Happening,
  subject: Subject,
): Promise<RuleDecision> =>
  decideRule(
    { rule, event, at, subject, recipients: rule.recipients.map(roster.recipientOf) },
    {
      past,
      plan,
      nowMs: Date.now(),
      findInhibitor: () => inhibitedBy(database, rule, subject, plan.toldBy(rule)),
      findSilence: () => silencing(database, silences, subject, Date.now()),
    },
  )

/** What is decided about events, and what follows from it. Nothing is written yet. */
export interface DecidedBatch {
  readonly decided: readonly Decided[]
  readonly plan: Plan
  readonly roster: Roster
  /** What was wrong with filters, and that nothing is any more, by the rule. */
  readonly problems: ReadonlyMap<NotificationRule, string | null>
}

const atOnce = 8

/** Looks at every rule for each of these events, in order. */
export const decideAll = async (
  database: Database,
  rules: readonly NotificationRule[],
  happenings: readonly Happening[],
): Promise<DecidedBatch> => {
  const subjects = await readSubjects(database, happenings)
  const known = happenings.filter(({ id }) => subjects.has(id))
  const names = new Set(known.map(({ event }) => event))
  const concerned = rules.filter(({ events }) => events.some((event) => names.has(event)))
  const verdicts = new Map<string, ReadonlyMap<string, Verdict>>()
  const waitingFor = (event: string) => concerned.filter(({ events }) => events.includes(event))
  for (let at = 0; at < known.length; at += atOnce)
    await Promise.all(
      known.slice(at, at + atOnce).map(async ({ id, event }) => {
        const subject = subjects.get(id)
        if (subject !== undefined) verdicts.set(id, await verdictsOf(waitingFor(event), subject))
      }),
    )
  const hashes = known.flatMap(({ id, event }) => {
    const subject = subjects.get(id)
    return subject === undefined ? [] : waitingFor(event).flatMap((rule) => groupHash(rule, event, subject) ?? [])
  })
  const batch: Batch = {
    database,
    silences: await readSilences(database),
    roster: await readRoster(database, concerned),
    past: await readPast(database, concerned, known, subjects, [...new Set(hashes)]),
    plan: new Plan(),
  }
  const problems = new Map<NotificationRule, string | null>()
  const decided: Decided[] = []
  for (const happening of known) {
    const subject = subjects.get(happening.id)
    if (subject === undefined) continue
    const decisions: RuleDecision[] = []
    for (const rule of rules) {
      const recipientsOf = () => rule.recipients.map(batch.roster.recipientOf)
      if (!rule.events.includes(happening.event)) {
        decisions.push(decisionOf(rule, 'event', `It does not wait for ${happening.event}.`))
        continue
      }
      const verdict = verdicts.get(happening.id)?.get(rule.id)
      if (verdict !== undefined) {
        if (verdict.problem !== null) problems.set(rule, verdict.problem)
        else if (!problems.has(rule) && rule.error?.startsWith('filter:') === true) problems.set(rule, null)
        if (!verdict.passes) {
          decisions.push(decisionOf(rule, 'filter', verdict.said, { recipients: recipientsOf() }))
          continue
        }
      }
      decisions.push(await decideOne(batch, rule, happening, subject))
    }
    decided.push({ happening, subject, rules: decisions })
  }
  return { decided, plan: batch.plan, roster: batch.roster, problems }
}
