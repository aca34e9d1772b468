import type { Database } from '#relay/database/database.ts'
import { inhibitedBy } from './inhibited-by.ts'
import { listMembers } from './list-members.ts'
import { endSend, waitOn, type DueSend } from './outbox.ts'
import type { NotificationRule } from './rules.ts'
import { filterStillFailing } from './filter-still-failing.ts'
import { readSubjects } from './subject.ts'

const inhibitedNow = async (database: Database, send: DueSend, rule: NotificationRule): Promise<string | undefined> => {
  if (rule.inhibitions.length === 0) return undefined
  const kind = send.source_event.split('.')[0]
  if (kind !== 'check' && kind !== 'config' && kind !== 'component') return undefined
  const sourceEvent = {
    id: send.id,
    event: send.source_event,
    kind,
    about: { id: send.resource_id },
    at: '',
    attempts: 0,
  } as const
  const subject = (await readSubjects(database, [sourceEvent])).get(send.id)
  return subject === undefined ? undefined : inhibitedBy(database, rule, subject, new Set())
}

export const evaluateAfterDelay = async (
  database: Database,
  send: DueSend,
  rule: NotificationRule | undefined,
): Promise<DueSend | undefined> => {
  const members = send.payload.members ?? [{ id: send.resource_id, name: '' }]
  const isGroup = send.payload.members !== undefined
  const hasWaited =
    send.status === 'evaluating-waitfor' || send.payload.held !== undefined || (isGroup && (rule?.waitMs ?? 0) > 0)
  if (!hasWaited || (send.retries ?? 0) > 0) return isGroup ? listMembers(send, members, send.count) : send
  const failing = await filterStillFailing(database, send.source_event, members)
  const recoveredCount = members.length - failing.length
  if (failing.length === 0) {
    await endSend(database, send.id, { status: 'skipped', error: 'Recovered before the waiting time ended.' })
    return undefined
  }
  const inhibitor = rule === undefined || isGroup ? undefined : await inhibitedNow(database, send, rule)
  if (inhibitor !== undefined) {
    await endSend(database, send.id, {
      status: 'inhibited',
      error: `A notification for ${inhibitor} was already sent, which inhibits this one.`,
    })
    return undefined
  }
  const evaluationMs = rule?.evaluationMs ?? 0
  if (!isGroup && evaluationMs > 0 && send.payload.isEvaluated !== true) {
    await waitOn(database, { ...send, payload: { ...send.payload, isEvaluated: true } }, evaluationMs)
    return undefined
  }
  return isGroup ? listMembers(send, failing, send.count - recoveredCount) : send
}
