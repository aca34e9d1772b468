import { z } from 'zod'
import { booleanField } from '#shared/primitives/document-scalars.ts'
import { parseDuration } from '#shared/primitives/duration.ts'
import { listColumns } from '#shared/primitives/row-values.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Queryable } from '#relay/database/database.ts'
import { inhibitionDepth } from './find-services-error.ts'
import { propertiesSchema, servicesSchema, type Service, type ServicesByTeam, type TeamName } from './services.ts'
import { readTeamServices } from './team-services.ts'

const text = z.string().nullish()

const inhibition = z.object({
  direction: z.enum(['incoming', 'outgoing', 'all']).catch('all'),
  soft: booleanField.nullish(),
  depth: inhibitionDepth.nullish(),
  from: z.string(),
  to: z.array(z.string()).nullish(),
})
export type Inhibition = z.infer<typeof inhibition>

const nanosPerMs = 1_000_000
const nanos = z.coerce.number().nullish()
const id = text

const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  events: z.array(z.string()),
  title: text,
  template: text,
  filter: text,
  error: text,
  properties: propertiesSchema,
  person_id: id,
  team_id: id,
  playbook_id: id,
  custom_services: servicesSchema,
  fallback_person_id: id,
  fallback_team_id: id,
  fallback_playbook_id: id,
  fallback_custom_services: servicesSchema,
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
  /** With services of its own, the team is notified even when no one is on call. */
  | { readonly kind: 'onCall'; readonly id: string; readonly hasServices: boolean }
  | { readonly kind: 'playbook'; readonly id: string }
  | {
      readonly kind: 'service'
      /** Among the services of the rule, or of the team. */
      readonly index: number
      readonly service: Service
      readonly team: TeamName | null
    }

export interface NotificationRule {
  readonly id: string
  readonly name: string
  readonly events: readonly string[]
  readonly title: string
  readonly template: string
  readonly filter: string
  /** Settings of every recipient; those of a service win. */
  readonly properties: Readonly<Record<string, string>>
  readonly error: string | null
  readonly recipients: readonly Recipient[]
  readonly fallback: readonly Recipient[]
  /** Counted from the message; 0 means at its first failure. */
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
  readonly services: readonly (Service | null)[]
}

const toService = (service: Service, index: number, team: TeamName | null) =>
  ({ kind: 'service', index, service, team }) as const

const toRecipients = ({ person, team, playbook, services }: Named, teams: ServicesByTeam): readonly Recipient[] => {
  const listOfTeam = (id: string): readonly Recipient[] => {
    const { name = '', services: own = [] } = teams.get(id) ?? {}
    return own.flatMap((each, index) => (each === null ? [] : [toService(each, index, { id, name })]))
  }
  const ofTeam = team ? listOfTeam(team) : []
  return [
    ...(person ? [{ kind: 'person', id: person } as const] : []),
    ...(team && ofTeam.length === 0 ? [{ kind: 'team', id: team } as const] : ofTeam),
    ...(playbook ? [{ kind: 'playbook', id: playbook } as const] : []),
    ...services.flatMap((each, index): readonly Recipient[] => {
      if (each === null) return []
      const { on_call_team_id: onCall } = each
      if (!onCall) return [toService(each, index, null)]
      const own = listOfTeam(onCall)
      return [...own, { kind: 'onCall', id: onCall, hasServices: own.length > 0 }]
    }),
  ]
}

const usualEvaluationMs = 30_000
const toMs = (value: number | null | undefined): number => (value ?? 0) / nanosPerMs

const toRule = (row: z.infer<typeof rowSchema>, teams: ServicesByTeam): NotificationRule => {
  const waitMs = toMs(row.wait_for)
  return {
    id: row.id,
    name: row.name,
    events: row.events,
    title: row.title ?? '',
    template: row.template ?? '',
    filter: row.filter ?? '',
    properties: row.properties,
    error: row.error ?? null,
    recipients: toRecipients(
      { person: row.person_id, team: row.team_id, playbook: row.playbook_id, services: row.custom_services },
      teams,
    ),
    fallback: toRecipients(
      {
        person: row.fallback_person_id,
        team: row.fallback_team_id,
        playbook: row.fallback_playbook_id,
        services: row.fallback_custom_services,
      },
      teams,
    ),
    fallbackMs: toMs(row.fallback_delay),
    repeatMs: row.repeat_interval ? (parseDuration(row.repeat_interval) ?? 0) : 0,
    waitMs,
    evaluationMs:
      row.wait_for_eval_period == null ? Math.min(usualEvaluationMs, waitMs) : toMs(row.wait_for_eval_period),
    groupBy: row.group_by ?? [],
    inhibitions: row.inhibitions ?? [],
  }
}

export const readRule = (row: unknown, teams: ServicesByTeam = new Map()): NotificationRule | undefined => {
  const { data } = rowSchema.safeParse(row)
  return data === undefined ? undefined : toRule(data, teams)
}

export const readRules = async (database: Queryable, secrets: StoredSecrets): Promise<readonly NotificationRule[]> => {
  const teams = await readTeamServices(database, secrets)
  const { rows } = await database.query<Readonly<Record<string, unknown>> & { readonly id: string }>(
    `select ${listColumns(rowSchema)} from notifications where deleted_at is null order by name, id`,
  )
  return rows.flatMap((row) => readRule(secrets.open('notifications', row), teams) ?? [])
}
