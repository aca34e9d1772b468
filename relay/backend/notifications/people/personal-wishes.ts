import { z } from 'zod'
import { severities } from '#shared/health/severity.ts'
import type { Wishes } from '#shared/notifications/personal-routes.ts'
import { silenceWindowSchema } from '#shared/notifications/silence-window.ts'
import type { Queryable } from '#relay/database/database.ts'
import { applyWishes, type Held, type MessageTraits, type Person } from './apply-wishes.ts'

const rowSchema = z.object({
  id: z.string(),
  is_unsubscribed: z.boolean(),
  least_severity: z.enum(severities).nullable().catch(null),
  quiet: silenceWindowSchema.nullable().catch(null),
})

const columns = `least_severity, case when quiet_from is not null then jsonb_build_object(
  'days', to_jsonb(quiet_days), 'from', quiet_from, 'to', quiet_to, 'zone', quiet_zone) end as quiet`

export const readWishes = async (database: Queryable, personId: string): Promise<Wishes> => {
  const { rows } = await database.query(`select ${columns} from relay.personal_notifications where person_id = $1`, [
    personId,
  ])
  return rowSchema.pick({ least_severity: true, quiet: true }).parse(rows[0] ?? { least_severity: null, quiet: null })
}

export const wishesRelation = 'personal_notifications'

export const keepWishes = async (
  database: Queryable,
  personId: string,
  { least_severity: least, quiet }: Wishes,
): Promise<void> => {
  await database.query(
    `insert into relay.personal_notifications (person_id, least_severity, quiet_days, quiet_from, quiet_to, quiet_zone)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (person_id) do update set least_severity = excluded.least_severity, quiet_days = excluded.quiet_days,
       quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, quiet_zone = excluded.quiet_zone`,
    [personId, least, quiet?.days ?? null, quiet?.from ?? null, quiet?.to ?? null, quiet?.zone ?? null],
  )
  await database.query(
    `update notification_send_history set not_before = now()
      where status = 'pending' and person_id = $1 and payload ? 'held'`,
    [personId],
  )
}

export const byTheirWishes = async <Some extends Person>(
  database: Queryable,
  people: readonly Some[],
  about: MessageTraits & { readonly ruleId: string; readonly isOnCall: boolean },
): Promise<{ readonly notified: readonly Some[]; readonly held: Held | null }> => {
  if (about.isOnCall) return { notified: people, held: null }
  const { rows } = await database.query(
    `select people.id, unsubscribed.at is not null as is_unsubscribed, ${columns}
       from people left join relay.personal_notifications as wishes on wishes.person_id = people.id
       left join relay.unsubscribed_rules as unsubscribed
         on unsubscribed.person_id = people.id and unsubscribed.notification_id = $2
      where people.id = any($1::uuid[])`,
    [people.map(({ id }) => id), about.ruleId],
  )
  const wishes = new Map(
    z
      .array(rowSchema)
      .parse(rows)
      .map((row) => [row.id, row]),
  )
  return applyWishes(people, wishes, about)
}
