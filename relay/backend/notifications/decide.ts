import { formatDuration } from '#shared/primitives/duration.ts'
import { sentenceOf } from '#relay/backend/playbooks/playbook-error.ts'
import { evaluateAll } from '#relay/backend/templates/template.ts'
import type { Database } from '#relay/database/database.ts'
import { decisionOf, type Decided, type RuleDecision } from './decision.ts'
import type { Happening } from './event-queue.ts'
import { floodHash, groupHash, groupWords, windowOf } from './groups.ts'
import { inhibitedBy } from './inhibited-by.ts'
import { flood, loop, readPast, type Past } from './past.ts'
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

/** The decision of one rule about one event that it waits for and whose filter holds. */
const decideOne = async (
  { database, silences, roster, past, plan }: Batch,
  rule: NotificationRule,
  { event, at }: Happening,
  subject: Subject,
): Promise<RuleDecision> => {
  const recipients = rule.recipients.map(roster.recipientOf)
  const held = (step: 'repeat' | 'inhibition' | 'silence' | 'loop' | 'recipients', said: string, silenceId?: string) =>
    decisionOf(rule, step, said, { recipients, silence_id: silenceId })
  if (rule.recipients.length === 0) return held('recipients', 'The rule names nobody to tell.')
  const id = subject.target.id
  const hash = groupHash(rule, event, subject)
  const isFlooding = hash === undefined && past.rateOf(rule, event) >= flood.most
  const group = hash ?? (isFlooding ? floodHash(rule, event) : '')
  const about = { rule, subject, event, at }
  const toldAt = past.toldAt(rule, event, hash ?? id)
  const isJoining = hash !== undefined && plan.hasGroup(hash)
  if (toldAt !== undefined && !isJoining) {
    plan.hold({ ...about, status: 'repeat-interval', silenceId: undefined })
    const interval = formatDuration(rule.repeatMs)
    return held(
      'repeat',
      `It was told ${formatDuration(Date.now() - toldAt)} before, and repeats itself every ${interval}.`,
    )
  }
  if (past.startsOf(rule, id) >= loop.most && rule.recipients.some(({ kind }) => kind === 'playbook'))
    return held(
      'loop',
      `It started its playbook on this ${loop.most} times within ${loop.minutes} minutes: a loop, which is cut here.`,
    )
  const inhibitor =
    rule.inhibitions.length === 0 ? undefined : await inhibitedBy(database, rule, subject, plan.toldBy(rule))
  if (inhibitor !== undefined) {
    plan.hold({ ...about, status: 'inhibited', silenceId: undefined })
    return held('inhibition', `${inhibitor} was told of, which it is tied to.`)
  }
  const silence = await silencing(database, silences, subject, Date.now())
  if (silence !== undefined) {
    plan.hold({ ...about, status: 'silenced', silenceId: silence.id })
    return held('silence', `The silence ${silence.name} covers it.`, silence.id)
  }
  past.note(rule, event, [hash ?? id, id], Date.now())
  if (group !== '') {
    // A playbook runs on one thing and cannot be told of many.
    const told = rule.recipients.filter(({ kind }) => kind !== 'playbook')
    const windowMs = isFlooding ? flood.windowMs : windowOf(rule)
    const { ids } = plan.send({ ...about, recipients: told, status: 'pending', waitMs: windowMs, hash: group })
    const why = isFlooding
      ? `More than ${flood.most} of ${event} came within a minute: the others are told together.`
      : `It goes with the others of ${groupWords(rule, subject)}, gathered for ${formatDuration(windowMs)}.`
    const alone = rule.recipients.filter(({ kind }) => kind === 'playbook')
    if (alone.length === 0 || isFlooding) return decisionOf(rule, 'group', why, { recipients, send_ids: ids })
    const runs = plan.send({ ...about, recipients: alone, status: 'pending', waitMs: 0, hash: '' })
    return decisionOf(rule, 'group', why, { recipients, send_ids: [...ids, ...runs.ids] })
  }
  const isWaiting = rule.waitMs > 0
  const status = isWaiting ? 'evaluating-waitfor' : 'pending'
  const { ids } = plan.send({ ...about, recipients: rule.recipients, status, waitMs: rule.waitMs, hash: '' })
  const said = isWaiting ? `It is looked at again after ${formatDuration(rule.waitMs)}.` : 'It was told at once.'
  return decisionOf(rule, isWaiting ? 'wait' : 'send', said, { recipients, send_ids: ids })
}

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
