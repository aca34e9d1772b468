import { z } from 'zod'
import { severities } from '#shared/health/severity.ts'
import type { Wishes } from '#shared/notifications/personal-routes.ts'
import { isWithinWindow, silenceWindowSchema, windowEndMs } from '#shared/notifications/silence-window.ts'
import type { Queryable } from '#relay/database/database.ts'

export interface Person {
  readonly id: string
  readonly name: string
}

/** Whom a message did not go to, as a sentence, and until when that only waits; never where some of them want it not at all. */
export interface Held {
  readonly words: string
  readonly untilMs?: number
}

interface About {
  readonly ruleId: string
  /** As the thing says of itself; what says nothing always comes. */
  readonly severity: string | undefined
  /** Whoever is on call is told whatever they wish. */
  readonly isOnCall: boolean
  readonly nowMs: number
}

const rowSchema = z.object({
  id: z.string(),
  is_unsubscribed: z.boolean(),
  least_severity: z.enum(severities).nullable().catch(null),
  quiet: silenceWindowSchema.nullable().catch(null),
})

const columns = `least_severity, case when quiet_from is not null then jsonb_build_object(
  'days', to_jsonb(quiet_days), 'from', quiet_from, 'to', quiet_to, 'zone', quiet_zone) end as quiet`

/** What somebody wants; everything, at any time, where they never said. */
export const readWishes = async (database: Queryable, personId: string): Promise<Wishes> => {
  const { rows } = await database.query(`select ${columns} from relay.personal_notifications where person_id = $1`, [
    personId,
  ])
  return rowSchema.pick({ least_severity: true, quiet: true }).parse(rows[0] ?? { least_severity: null, quiet: null })
}

/** What changes of wishes are told as. */
export const wishesRelation = 'personal_notifications'

/** Keeps what somebody wants; what waited for them is looked at again. */
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

const rankOf = (severity: string | undefined): number =>
  severities.findIndex((each) => each === severity?.toLowerCase())
const leastGraveAtNight = severities.indexOf('blocker')

/** Why somebody does not get a message now; null where they do. */
const whyNot = (row: z.infer<typeof rowSchema>, { severity, nowMs }: About): Held | null => {
  if (row.is_unsubscribed) return { words: 'is unsubscribed from this rule' }
  const rank = rankOf(severity)
  if (row.least_severity !== null && rank > rankOf(row.least_severity))
    return { words: `wants nothing below ${row.least_severity}` }
  if (row.quiet === null || (rank >= 0 && rank <= leastGraveAtNight) || !isWithinWindow(row.quiet, nowMs)) return null
  return { words: `has quiet hours until ${row.quiet.to}`, untilMs: windowEndMs(row.quiet, nowMs) }
}

/** Those of the people who want a message now, and what is said of the others. */
export const byTheirWishes = async <Some extends Person>(
  database: Queryable,
  people: readonly Some[],
  about: About,
): Promise<{ readonly told: readonly Some[]; readonly held: Held | null }> => {
  if (about.isOnCall) return { told: people, held: null }
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
  const reasons = people.flatMap((person) => {
    const row = wishes.get(person.id)
    const held = row === undefined ? null : whyNot(row, about)
    return held === null ? [] : [{ person, held }]
  })
  const held = reasons.map((each) => each.held)
  const untilMs = held.every((each) => each.untilMs !== undefined)
    ? Math.min(...held.map((each) => each.untilMs ?? about.nowMs))
    : undefined
  return {
    told: people.filter((person) => !reasons.some((each) => each.person === person)),
    held:
      reasons.length === 0
        ? null
        : {
            words: `${reasons.map((each) => `${each.person.name} ${each.held.words}`).join('; ')}.`,
            ...(untilMs !== undefined && { untilMs }),
          },
  }
}
