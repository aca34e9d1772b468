import { filterVisible } from '#relay/backend/data-api/read-visible.ts'
import type { ViewerReader } from '#relay/backend/data-api/read-as-viewer.ts'
import { judgeSubjects } from '#relay/backend/notifications/rules/judge-subjects.ts'
import type { NotificationRule } from '#relay/backend/notifications/rules/rules.ts'
import type { Database } from '#relay/database/database.ts'
import { eventKind, type SubjectEvent } from './event-queue.ts'
import { failureEvents } from './filter-still-failing.ts'
import { readSubjects, type Subject } from './subject.ts'

const failingMost = 200

/** Resources already in a state that an event of the rule reports, as that event, unless the rule has a message about it. */
const readFailing = async (
  database: Database,
  events: readonly string[],
  ruleId: string | null,
): Promise<readonly FailingEvent[]> => {
  const { rows } = await database.query<{ event: string; id: string; at: string }>(
    `with failing as (
       select 'check.failed' as event, id, last_transition_time as at from checks
        where deleted_at is null and status = 'unhealthy'
       union all
       select 'config.' || health, id, updated_at from config_items
        where deleted_at is null and health in ('unhealthy', 'warning')
       union all
       select 'component.' || health, id, updated_at from components
        where deleted_at is null and health in ('unhealthy', 'warning'))
     select event, id, coalesce(at, now()) as at from failing
      where event = any($1) and not exists (
        select 1 from notification_send_history as send
         where send.notification_id = $2 and send.resource_id = failing.id and send.source_event = event)
      order by event, id limit ${failingMost}`,
    [failureEvents.filter((event) => events.includes(event)), ruleId],
  )
  return rows.map(({ event, id, at }) => ({
    id: `${event} ${id}`,
    event,
    kind: eventKind(event),
    about: { id },
    at: new Date(at).toISOString(),
  }))
}

interface FailingEvent extends SubjectEvent {
  readonly at: string
}

interface FailingNow {
  readonly event: string
  readonly at: string
  readonly subject: Subject
}

/** Those that the filter of the rule passes and the viewer can read. */
export const listFailing = async (
  { database, reader }: { readonly database: Database; readonly reader: Pick<ViewerReader, 'listRows'> },
  rule: NotificationRule,
  savedId: string | null,
): Promise<readonly FailingNow[]> => {
  const failing = await readFailing(database, rule.events, savedId)
  const visible = await filterVisible(reader, failing, ({ kind, about }) => ({ kind, id: about.id }))
  const subjects = await readSubjects(database, visible)
  const verdicts = await judgeSubjects(rule, subjects)
  return visible.flatMap(({ id, event, at }) => {
    const subject = subjects.get(id)
    return subject !== undefined && verdicts.get(id)?.passes === true ? [{ event, at, subject }] : []
  })
}
