import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { rulePreviewRoute } from '#shared/notifications/rule-preview-route.ts'
import { call } from '#client/api/call.ts'
import { clients } from '#client/api/clients.ts'
import { listRows, softDeleteRows } from '#client/api/data-api.ts'
import { previewOf } from '#client/features/notifications/preview-of.ts'

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null)
const count = z
  .number()
  .nullish()
  .transform((value) => value ?? 0)
const named = z.object({ id: z.string(), name: text }).nullish()

const service = z.looseObject({ name: text, url: text, connection: text, on_call_team_id: text })
const services = z.array(service).nullish().catch(null)

const ruleSchema = z.object({
  id: z.string(),
  name: z.string(),
  error: text,
  title: text,
  events: z.array(z.string()),
  filter: text,
  person: named,
  team: named,
  person_id: text,
  team_id: text,
  custom_services: services,
  repeat_interval: text,
  wait_for: z.number().nullish(),
  source: text,
  pending: count,
  failed: count,
  sent: count,
  most_common_error: text,
  created_at: text,
  updated_at: text,
  created_by: named,
})
/** A rule with what it did (ledger NOTIF-01). */
export type Rule = z.infer<typeof ruleSchema>

/** So many are asked for at once (ledger NOTIF-02). */
const rulesMax = 1_000

export const rulesKey = ['notifications', 'rules'] as const

/** All rules, by name (ledger NOTIF-02). */
export const rulesQuery = queryOptions({
  queryKey: [...rulesKey, 'list'],
  queryFn: ({ signal }) =>
    listRows('notifications_summary', {
      row: ruleSchema,
      query: {
        select: '*,person:person_id(id,name),team:team_id(id,name),created_by(id,name)',
        order: 'name.asc',
        limit: rulesMax,
      },
      signal,
    }),
  meta: { failsOnPage: true },
})

const wholeSchema = z.object({
  id: z.string(),
  name: z.string(),
  events: z.array(z.string()),
  filter: text,
  title: text,
  template: text,
  person_id: text,
  team_id: text,
  playbook_id: text,
  custom_services: services,
  repeat_interval: text,
  wait_for: z.number().nullish(),
  wait_for_eval_period: z.number().nullish(),
  group_by: z.array(z.string()).readonly().nullish(),
})
/** A rule with all that can be changed of it. */
export type WholeRule = z.infer<typeof wholeSchema>

/** Throws when the rule is there no more. */
export const readRule = async (id: string, signal?: AbortSignal): Promise<WholeRule> => {
  const query = { id: `eq.${id}`, select: '*', deleted_at: 'is.null' }
  const [rule] = (await listRows('notifications', { row: wholeSchema, query, signal })).rows
  if (rule === undefined) throw new Error('This rule was deleted meanwhile.')
  return rule
}

/** A rule as it is written: of the recipients one, the others null. */
export type RuleToSave = Omit<
  WholeRule,
  'id' | 'custom_services' | 'wait_for' | 'wait_for_eval_period' | 'group_by'
> & {
  readonly wait_for: number | null
  readonly wait_for_eval_period: number | null
  readonly group_by: readonly string[] | null
  readonly custom_services:
    | readonly {
        readonly name: string
        readonly url?: string
        readonly connection?: string
        readonly on_call_team_id?: string
      }[]
    | null
}

/** Adds a rule, or changes the one with this id. Throws ApiError. */
export const saveRule = async (id: string | null, rule: RuleToSave, by: string): Promise<void> => {
  if (id === null)
    await clients.data('/notifications', {
      method: 'POST',
      body: { ...rule, source: 'UI', created_by: by || undefined },
      schema: z.unknown(),
    })
  else
    await clients.data('/notifications', {
      method: 'PATCH',
      query: { id: `eq.${id}` },
      body: rule,
      schema: z.unknown(),
    })
}

export const deleteRule = (id: string): Promise<void> => softDeleteRows('notifications', { id: `eq.${id}` })

/** What a rule says of what it waits for, and of what it sends. */
export type PreviewedRule = z.input<typeof rulePreviewRoute.body>

/** What a rule would have sent in the last week; null where the backend cannot say. Fails with the sentence of what is wrong with it. */
export const rulePreviewQuery = (rule: PreviewedRule) =>
  queryOptions({
    queryKey: ['notifications', 'rule preview', rule],
    queryFn: ({ signal }) => previewOf(call(rulePreviewRoute, { body: rule, signal })),
    placeholderData: keepPreviousData,
    retry: false,
    meta: { failsOnPage: true },
  })

const startsSchema = z.object({
  id: z.string(),
  playbook: z.object({ name: z.string(), title: text }).nullish(),
})

/** The names of the playbooks that rules start, by the rule: the list of rules does not say them. */
export const rulePlaybooksQuery = queryOptions({
  queryKey: [...rulesKey, 'playbooks'],
  queryFn: async ({ signal }) => {
    const { rows } = await listRows('notifications', {
      row: startsSchema,
      query: {
        select: 'id,playbook:playbook_id(name,title)',
        playbook_id: 'not.is.null',
        deleted_at: 'is.null',
        limit: rulesMax,
      },
      signal,
    })
    return new Map(rows.flatMap(({ id, playbook }) => (playbook ? [[id, playbook.title || playbook.name]] : [])))
  },
  meta: { failsOnPage: true },
})

const optionSchema = z.object({ id: z.string(), name: z.string().nullish(), title: z.string().nullish() })

/** Whom a rule may tell, by name. */
export const recipientsQuery = (relation: 'people' | 'teams' | 'connections_list' | 'playbooks') =>
  queryOptions({
    queryKey: ['notifications', 'recipients', relation],
    queryFn: async ({ signal }) => {
      const query = { order: 'name.asc', limit: rulesMax }
      const { rows } = await listRows(relation, { row: optionSchema, query, signal })
      return rows.map(({ id, name, title }) => ({ value: id, label: title || name || id }))
    },
    meta: { failsOnPage: true },
  })
