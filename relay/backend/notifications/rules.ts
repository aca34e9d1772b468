import { z } from 'zod'
import { parseDuration } from '#shared/primitives/duration.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Queryable } from '#relay/database/database.ts'

const service = z.looseObject({
  name: z.string().nullish(),
  url: z.string().nullish(),
  connection: z.string().nullish(),
  filter: z.string().nullish(),
  properties: z.record(z.string(), z.string()).nullish(),
})
type Service = z.infer<typeof service>

const nanosPerMs = 1_000_000

const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  events: z.array(z.string()),
  title: z.string().nullish(),
  template: z.string().nullish(),
  filter: z.string().nullish(),
  error: z.string().nullish(),
  person_id: z.string().nullish(),
  team_id: z.string().nullish(),
  playbook_id: z.string().nullish(),
  custom_services: z.array(service).nullish().catch(null),
  repeat_interval: z.string().nullish(),
  wait_for: z.coerce.number().nullish(),
})

/** Whom a rule tells. */
export type Recipient =
  | { readonly kind: 'person'; readonly id: string }
  | { readonly kind: 'team'; readonly id: string }
  | { readonly kind: 'playbook'; readonly id: string }
  | { readonly kind: 'service'; readonly index: number; readonly service: Service }

/** A rule in force: what it waits for, and whom it tells (ledger NOTIF-01). */
export interface NotificationRule {
  readonly id: string
  readonly name: string
  readonly events: readonly string[]
  readonly title: string
  readonly template: string
  readonly filter: string
  /** What was wrong with it when it was last asked. */
  readonly error: string | null
  readonly recipients: readonly Recipient[]
  readonly repeatMs: number
  readonly waitMs: number
}

type Row = z.infer<typeof rowSchema>

const recipientsOf = ({ person_id: person, team_id: team, playbook_id: playbook, custom_services: services }: Row) => [
  ...(person ? [{ kind: 'person', id: person } as const] : []),
  ...(team ? [{ kind: 'team', id: team } as const] : []),
  ...(playbook ? [{ kind: 'playbook', id: playbook } as const] : []),
  ...(services ?? []).map((each, index) => ({ kind: 'service', index, service: each }) as const),
]

const ruleOf = (row: Row): NotificationRule => ({
  id: row.id,
  name: row.name,
  events: row.events,
  title: row.title ?? '',
  template: row.template ?? '',
  filter: row.filter ?? '',
  error: row.error ?? null,
  recipients: recipientsOf(row),
  repeatMs: row.repeat_interval ? (parseDuration(row.repeat_interval) ?? 0) : 0,
  waitMs: (row.wait_for ?? 0) / nanosPerMs,
})

/** All rules, their secrets opened. */
export const readRules = async (database: Queryable, secrets: StoredSecrets): Promise<readonly NotificationRule[]> => {
  const { rows } = await database.query<Readonly<Record<string, unknown>> & { readonly id: string }>(
    `select id, name, events, title, template, filter, error, person_id, team_id, playbook_id, custom_services, repeat_interval, wait_for
       from notifications where deleted_at is null order by name, id`,
  )
  return rows.flatMap((row) => {
    const read = rowSchema.safeParse(secrets.open('notifications', row))
    return read.success ? [ruleOf(read.data)] : []
  })
}
