import { z } from 'zod'
import { parseDuration } from '#shared/primitives/duration.ts'
import { idSchema } from '#shared/primitives/id.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Queryable } from '#relay/database/database.ts'

const service = z.looseObject({
  name: z.string().nullish(),
  url: z.string().nullish(),
  connection: z.string().nullish(),
  filter: z.string().nullish(),
  on_call_team_id: idSchema.nullish().catch(null),
  properties: z.record(z.string(), z.string()).nullish(),
})
type Service = z.infer<typeof service>

const inhibition = z.object({
  direction: z.enum(['incoming', 'outgoing', 'all']).catch('all'),
  soft: z.boolean().nullish(),
  depth: z.number().int().min(1).max(20).nullish(),
  from: z.string(),
  to: z.array(z.string()).nullish(),
})
export type Inhibition = z.infer<typeof inhibition>

const nanosPerMs = 1_000_000
const services = z.array(service).nullish().catch(null)
const nanos = z.coerce.number().nullish()
const id = z.string().nullish()

const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  events: z.array(z.string()),
  title: z.string().nullish(),
  template: z.string().nullish(),
  filter: z.string().nullish(),
  error: z.string().nullish(),
  person_id: id,
  team_id: id,
  playbook_id: id,
  custom_services: services,
  fallback_person_id: id,
  fallback_team_id: id,
  fallback_playbook_id: id,
  fallback_custom_services: services,
  fallback_delay: nanos,
  repeat_interval: z.string().nullish(),
  wait_for: nanos,
  wait_for_eval_period: nanos,
  group_by: z.array(z.string()).nullish(),
  inhibitions: z.array(inhibition).nullish().catch(null),
})

export type Recipient =
  | { readonly kind: 'person'; readonly id: string }
  | { readonly kind: 'team'; readonly id: string }
  | { readonly kind: 'onCall'; readonly id: string }
  | { readonly kind: 'playbook'; readonly id: string }
  | { readonly kind: 'service'; readonly index: number; readonly service: Service }

export interface NotificationRule {
  readonly id: string
  readonly name: string
  readonly events: readonly string[]
  readonly title: string
  readonly template: string
  readonly filter: string
  readonly error: string | null
  readonly recipients: readonly Recipient[]
  readonly fallback: readonly Recipient[]
  /** Delay after the message was due; 0 means as soon as it is given up. */
  readonly fallbackMs: number
  readonly repeatMs: number
  readonly waitMs: number
  readonly evaluationMs: number
  readonly groupBy: readonly string[]
  readonly inhibitions: readonly Inhibition[]
}

interface Named {
  readonly person: string | null | undefined
  readonly team: string | null | undefined
  readonly playbook: string | null | undefined
  readonly services: readonly Service[] | null | undefined
}

const toRecipients = ({ person, team, playbook, services: serviceList }: Named): readonly Recipient[] => [
  ...(person ? [{ kind: 'person', id: person } as const] : []),
  ...(team ? [{ kind: 'team', id: team } as const] : []),
  ...(playbook ? [{ kind: 'playbook', id: playbook } as const] : []),
  ...(serviceList ?? []).map((each, index) =>
    each.on_call_team_id
      ? ({ kind: 'onCall', id: each.on_call_team_id } as const)
      : ({ kind: 'service', index, service: each } as const),
  ),
]

const usualEvaluationMs = 30_000
const toMs = (value: number | null | undefined): number => (value ?? 0) / nanosPerMs

const toRule = (row: z.infer<typeof rowSchema>): NotificationRule => {
  const waitMs = toMs(row.wait_for)
  return {
    id: row.id,
    name: row.name,
    events: row.events,
    title: row.title ?? '',
    template: row.template ?? '',
    filter: row.filter ?? '',
    error: row.error ?? null,
    recipients: toRecipients({
      person: row.person_id,
      team: row.team_id,
      playbook: row.playbook_id,
      services: row.custom_services,
    }),
    fallback: toRecipients({
      person: row.fallback_person_id,
      team: row.fallback_team_id,
      playbook: row.fallback_playbook_id,
      services: row.fallback_custom_services,
    }),
    fallbackMs: toMs(row.fallback_delay),
    repeatMs: row.repeat_interval ? (parseDuration(row.repeat_interval) ?? 0) : 0,
    waitMs,
    evaluationMs:
      row.wait_for_eval_period == null ? Math.min(usualEvaluationMs, waitMs) : toMs(row.wait_for_eval_period),
    groupBy: row.group_by ?? [],
    inhibitions: row.inhibitions ?? [],
  }
}

export const readRule = (row: unknown): NotificationRule | undefined => {
  const { data } = rowSchema.safeParse(row)
  return data === undefined ? undefined : toRule(data)
}

export const readRules = async (database: Queryable, secrets: StoredSecrets): Promise<readonly NotificationRule[]> => {
  const { rows } = await database.query<Readonly<Record<string, unknown>> & { readonly id: string }>(
    `select id, name, events, title, template, filter, error, person_id, team_id, playbook_id, custom_services,
       fallback_person_id, fallback_team_id, fallback_playbook_id, fallback_custom_services, fallback_delay,
       repeat_interval, wait_for, wait_for_eval_period, group_by, inhibitions
       from notifications where deleted_at is null order by name, id`,
  )
  return rows.flatMap((row) => {
    return readRule(secrets.open('notifications', row)) ?? []
  })
}
