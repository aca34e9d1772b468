import type { Database } from '#relay/database/database.ts'
import type { ComposeFor } from '#relay/backend/notifications/decide/compose.ts'
import { findInhibitor } from '#relay/backend/notifications/decide/find-inhibitor.ts'
import { filterStillFailing } from '#relay/backend/notifications/events/filter-still-failing.ts'
import { findRecipient } from './find-recipient.ts'
import { countMembers, endMembers, passLead, readMembers, type Left, type Member } from './group-members.ts'
import { listMembers } from './list-members.ts'
import { eventKind } from '#relay/backend/notifications/events/event-queue.ts'
import { endSend, waitOn, type DueSend } from '#relay/backend/notifications/outbox/outbox.ts'
import type { NotificationRule } from '#relay/backend/notifications/rules/rules.ts'
import { holdsAt, readSilences, silencing } from '#relay/backend/notifications/silences/silences.ts'
import { readSubjects, type Subject } from '#relay/backend/notifications/events/subject.ts'

interface EvaluateDeps {
  readonly database: Database
  readonly composeFor: ComposeFor
}

const readMemberSubjects = (
  database: Database,
  event: string,
  members: readonly Pick<Member, 'id'>[],
): Promise<ReadonlyMap<string, Subject>> =>
  readSubjects(
    database,
    members.map(({ id }) => ({ id, event, kind: eventKind(event), about: { id } })),
  )

type LeftMembers = ReadonlyMap<Member, Left>

const findSilenced = async (database: Database, event: string, members: readonly Member[]): Promise<LeftMembers> => {
  const nowMs = Date.now()
  const holding = (await readSilences(database)).filter((silence) => holdsAt(silence, nowMs))
  if (holding.length === 0) return new Map()
  const subjects = await readMemberSubjects(database, event, members)
  const left = new Map<Member, Left>()
  for (const member of members) {
    const subject = subjects.get(member.id)
    const silence = subject && (await silencing(database, holding, subject, nowMs))
    if (silence !== undefined) left.set(member, { status: 'silenced', silencedBy: silence.id })
  }
  return left
}

const findRecovered = async (database: Database, event: string, members: readonly Member[]): Promise<LeftMembers> => {
  const failing = await filterStillFailing(database, event, members)
  return new Map(
    members
      .filter((member) => !failing.includes(member))
      .map((member) => [member, { status: 'skipped', error: 'Recovered before the waiting time ended.' }]),
  )
}

const findInhibited = async (
  database: Database,
  rule: NotificationRule,
  event: string,
  members: readonly Member[],
): Promise<LeftMembers> => {
  if (rule.inhibitions.length === 0) return new Map()
  const subjects = await readMemberSubjects(database, event, members)
  const together = new Set(members.map(({ id }) => id))
  const left = new Map<Member, Left>()
  for (const member of members) {
    const subject = subjects.get(member.id)
    const inhibitor = subject && (await findInhibitor(database, rule, subject, { together }))
    if (inhibitor !== undefined)
      left.set(member, {
        status: 'inhibited',
        error: `A notification for ${inhibitor.name} was already sent, which inhibits this one.`,
        ...('id' in inhibitor.send && { parentId: inhibitor.send.id }),
      })
  }
  return left
}

const hasWaited = ({ status, payload }: DueSend, rule: NotificationRule | undefined): boolean =>
  status === 'evaluating-waitfor' ||
  payload.held !== undefined ||
  (payload.members !== undefined && (rule?.waitMs ?? 0) > 0)

/** A message that is sent as soon as it is stored was decided with the present silences. */
const isJustStored = ({ retries, parent_id: parentId, created_at: at, payload }: DueSend): boolean =>
  (retries ?? 0) === 0 && parentId === null && payload.members === undefined && Date.now() - Date.parse(at) < justMs
const justMs = 1_000

interface Reviewed {
  readonly send: DueSend
  readonly members: readonly Member[]
}

/** Ends the rows of the members that left. Undefined when none remains. */
const removeMembers = async (
  { database, composeFor }: EvaluateDeps,
  { send, members }: Reviewed,
  left: LeftMembers,
  rule: NotificationRule | undefined,
): Promise<Reviewed | undefined> => {
  const remaining = members.filter((member) => !left.has(member))
  const [lead] = members
  const [next] = remaining
  const ofLead = lead && left.get(lead)
  await endMembers(
    database,
    [...left].flatMap(([member, each]) => (member === lead ? [] : [{ ...each, rowId: member.rowId }])),
  )
  if (left.size > 0) await countMembers(database, send, remaining.length)
  if (next === undefined) {
    if (ofLead !== undefined) await endSend(database, send.id, ofLead)
    return undefined
  }
  if (ofLead === undefined) return { send, members: remaining }
  const subject = (await readMemberSubjects(database, send.source_event, [next])).get(next.id)
  const recipient = findRecipient(rule, send)
  const text =
    subject === undefined || rule === undefined || recipient === undefined
      ? {}
      : await composeFor({ rule, subject, event: send.source_event, at: send.created_at }, recipient)
  const payload = { ...send.payload, ...text }
  await endMembers(database, [{ ...ofLead, ...(await passLead(database, send, next, payload)) }])
  const passed = { ...send, resource_id: next.id, payload }
  return { send: passed, members: [{ ...next, rowId: send.id }, ...remaining.slice(1)] }
}

/** Silences, recovery and inhibitions are evaluated again. Undefined when the message is not sent now. */
export const evaluateAfterDelay = async (
  deps: EvaluateDeps,
  send: DueSend,
  rule: NotificationRule | undefined,
): Promise<DueSend | undefined> => {
  const { database } = deps
  const event = send.source_event
  const isFallback = send.payload.isFallback === true
  const isFirst = hasWaited(send, rule) && (send.retries ?? 0) === 0
  if (!isFirst && isJustStored(send)) return send
  let reviewed: Reviewed | undefined = {
    send,
    members: isFallback
      ? (send.payload.members ?? [{ id: send.resource_id, name: '' }]).map(({ id, name }) => ({
          id,
          name,
          rowId: send.id,
        }))
      : await readMembers(database, send),
  }
  const silenced = await findSilenced(database, event, reviewed.members)
  if (isFallback) {
    const [first] = silenced.values()
    if (first === undefined || silenced.size < reviewed.members.length) return send
    await endSend(database, send.id, first)
    return undefined
  }
  reviewed = await removeMembers(deps, reviewed, silenced, rule)
  if (reviewed !== undefined && isFirst)
    reviewed = await removeMembers(deps, reviewed, await findRecovered(database, event, reviewed.members), rule)
  if (reviewed !== undefined && isFirst && rule !== undefined)
    reviewed = await removeMembers(deps, reviewed, await findInhibited(database, rule, event, reviewed.members), rule)
  if (reviewed === undefined) return undefined
  const isGroup = send.payload.members !== undefined
  const evaluationMs = rule?.evaluationMs ?? 0
  if (isFirst && !isGroup && evaluationMs > 0 && send.payload.isEvaluated !== true) {
    await waitOn(database, { ...send, payload: { ...send.payload, isEvaluated: true } }, evaluationMs)
    return undefined
  }
  return isGroup ? listMembers(reviewed.send, reviewed.members, reviewed.members.length) : reviewed.send
}
