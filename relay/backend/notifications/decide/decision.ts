import type { Step } from '#shared/notifications/decision-routes.ts'
import { storableJson } from '#relay/backend/rows/storable-json.ts'
import type { Queryable } from '#relay/database/database.ts'
import type { QueuedEvent } from '#relay/backend/notifications/events/event-queue.ts'
import type { NotificationRule } from '#relay/backend/notifications/rules/rules.ts'
import type { Subject } from '#relay/backend/notifications/events/subject.ts'

export interface RuleDecision {
  readonly rule_id: string
  readonly rule: string
  readonly step: Step
  readonly said: string
  readonly silence_id?: string | undefined
  readonly recipients: readonly { readonly name: string; readonly people: readonly string[] }[]
  readonly send_ids: readonly string[]
}

export const createDecision = (
  { id, name }: NotificationRule,
  step: Step,
  message: string,
  more: Partial<Pick<RuleDecision, 'silence_id' | 'recipients' | 'send_ids'>> = {},
): RuleDecision => ({ rule_id: id, rule: name, step, said: message, recipients: [], send_ids: [], ...more })

export interface Decided {
  readonly queuedEvent: QueuedEvent
  readonly subject: Subject
  readonly rules: readonly RuleDecision[]
}

export const keepDecisions = async (transaction: Queryable, decided: readonly Decided[]): Promise<void> => {
  if (decided.length === 0) return
  const rows = decided.map(({ queuedEvent, subject, rules }) => ({
    happened_at: queuedEvent.at,
    event: queuedEvent.event,
    resource_kind: subject.kind,
    resource_id: subject.target.id,
    resource_name: subject.target.name,
    people: [...new Set(rules.flatMap(({ recipients }) => recipients.flatMap(({ people }) => people)))],
    rules,
  }))
  await transaction.query(
    `insert into relay.notification_decisions
       (happened_at, event, resource_kind, resource_id, resource_name, people, rules)
     select happened_at, event, resource_kind, resource_id, resource_name,
       array(select jsonb_array_elements_text(people)::uuid), rules
       from jsonb_to_recordset($1::jsonb) as given
            (happened_at timestamptz, event text, resource_kind text, resource_id uuid, resource_name text, people jsonb, rules jsonb)`,
    [storableJson(rows)],
  )
}

const retainedMax = 500_000

export const forgetDecisions = async (database: Queryable, days: number): Promise<number> => {
  const { affectedRows } = await database.query(
    `delete from relay.notification_decisions
      where happened_at < now() - make_interval(hours => $1::int)
         or happened_at < (select happened_at from relay.notification_decisions order by happened_at desc offset ${retainedMax} limit 1)`,
    [Math.round(days * 24)],
  )
  return affectedRows
}
