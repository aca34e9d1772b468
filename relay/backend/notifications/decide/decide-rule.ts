import { formatDuration } from '#shared/primitives/duration.ts'
import { createDecision, type RuleDecision } from './decision.ts'
import { floodHash, groupHash, formatGroup, getWindowMs } from './groups.ts'
import { flood, loop, type Past } from './past.ts'
import type { Inhibitor } from './find-inhibitor.ts'
import type { Plan } from './plan.ts'
import type { NotificationRule } from '#relay/backend/notifications/rules/rules.ts'
import type { Silence } from '#relay/backend/notifications/silences/silences.ts'
import type { Subject } from '#relay/backend/notifications/events/subject.ts'

interface RuleInput {
  readonly rule: NotificationRule
  readonly event: string
  readonly at: string
  readonly subject: Subject
  readonly recipients: RuleDecision['recipients']
}

interface DecideContext {
  readonly past: Past
  readonly plan: Plan
  readonly nowMs: number
  readonly findInhibitor: () => Promise<Inhibitor | undefined>
  readonly findSilence: () => Promise<Pick<Silence, 'id' | 'name'> | undefined>
}

export const decideRule = async (
  { rule, event, at, subject, recipients }: RuleInput,
  { past, plan, nowMs, findInhibitor, findSilence }: DecideContext,
): Promise<RuleDecision> => {
  const held = (
    step: 'repeat' | 'inhibition' | 'silence' | 'loop' | 'recipients',
    message: string,
    silenceId?: string,
  ) => createDecision(rule, step, message, { recipients, silence_id: silenceId })
  if (rule.recipients.length === 0) return held('recipients', 'The rule has no recipients.')
  const id = subject.target.id
  const hash = groupHash(rule, event, subject)
  const isFlooding = hash === undefined && past.getRate(rule, event) >= flood.most
  const group = hash ?? (isFlooding ? floodHash(rule, event) : '')
  const about = { rule, subject, event, at }
  const lastSentAt = past.lastSentAt(rule, event, hash ?? id, nowMs)
  const isJoining = hash !== undefined && plan.hasGroup(hash)
  if (lastSentAt !== undefined && !isJoining) {
    plan.hold({ ...about, status: 'repeat-interval' })
    const interval = formatDuration(rule.repeatMs)
    return held('repeat', `Already sent ${formatDuration(nowMs - lastSentAt)} ago; repeats every ${interval}.`)
  }
  if (past.countStarts(rule, id) >= loop.most && rule.recipients.some(({ kind }) => kind === 'playbook'))
    return held(
      'loop',
      `Stopped as a loop: the rule started its playbook on this resource ${loop.most} times within ${loop.minutes} minutes.`,
    )
  const inhibitor = rule.inhibitions.length === 0 ? undefined : await findInhibitor()
  if (inhibitor !== undefined) {
    plan.hold({ ...about, status: 'inhibited', inhibitedBy: inhibitor.send })
    return held('inhibition', `A notification for ${inhibitor.name} was already sent, which inhibits this one.`)
  }
  const silence = await findSilence()
  if (silence !== undefined) {
    plan.hold({ ...about, status: 'silenced', silenceId: silence.id })
    return held('silence', `Silenced by ${silence.name}.`, silence.id)
  }
  past.note(rule, event, [hash ?? id, id], nowMs)
  if (group !== '') {
    // A playbook runs on one resource, so it cannot join a group.
    const groupRecipients = rule.recipients.filter(({ kind }) => kind !== 'playbook')
    const windowMs = isFlooding ? flood.windowMs : getWindowMs(rule)
    const { ids } = plan.send({
      ...about,
      recipients: groupRecipients,
      status: 'pending',
      waitMs: windowMs,
      hash: group,
    })
    const why = isFlooding
      ? `More than ${flood.most} ${event} events within a minute: the rest are sent as one message.`
      : `Grouped by ${formatGroup(rule, subject)}; sent after ${formatDuration(windowMs)}.`
    const alone = rule.recipients.filter(({ kind }) => kind === 'playbook')
    if (alone.length === 0 || isFlooding) return createDecision(rule, 'group', why, { recipients, send_ids: ids })
    const runs = plan.send({ ...about, recipients: alone, status: 'pending', waitMs: 0, hash: '' })
    return createDecision(rule, 'group', why, { recipients, send_ids: [...ids, ...runs.ids] })
  }
  const isWaiting = rule.waitMs > 0
  const status = isWaiting ? 'evaluating-waitfor' : 'pending'
  const { ids } = plan.send({ ...about, recipients: rule.recipients, status, waitMs: rule.waitMs, hash: '' })
  const message = isWaiting ? `Evaluated again after ${formatDuration(rule.waitMs)}.` : 'The rule has no wait time.'
  return createDecision(rule, isWaiting ? 'wait' : 'send', message, { recipients, send_ids: ids })
}
