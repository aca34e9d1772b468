import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { notifyFailingRoute, rulePreviewRoute } from '#shared/notifications/rule-preview-route.ts'
import { call } from '#client/api/call.ts'
import { listRows, softDeleteRows } from '#client/api/data-api.ts'
import { readRecipients, type RecipientRelation } from '#client/domain/notifications/rule-document.ts'
import { rulesKey } from '#client/domain/notifications/rules-key.ts'
import { previewOrNull } from '#client/features/notifications/preview-or-null.ts'
import { nullableText, numberOrZero, nullableNumber } from '#shared/primitives/row-values.ts'

const named = z.object({ id: z.string(), name: nullableText }).nullish()

const service = z.looseObject({
  name: nullableText,
  url: nullableText,
  connection: nullableText,
  on_call_team_id: nullableText,
})
const services = z.array(service).nullish().catch(null)

const ruleSchema = z.object({
  id: z.string(),
  name: z.string(),
  error: nullableText,
  title: nullableText,
  events: z.array(z.string()),
  filter: nullableText,
  person: named,
  team: named,
  person_id: nullableText,
  team_id: nullableText,
  custom_services: services,
  repeat_interval: nullableText,
  wait_for: z.number().nullish(),
  source: nullableText,
  pending: numberOrZero,
  failed: numberOrZero,
  sent: numberOrZero,
  avg_duration_ms: nullableNumber,
  most_common_error: nullableText,
  created_at: nullableText,
  updated_at: nullableText,
  created_by: named,
})
export type Rule = z.infer<typeof ruleSchema>

const rulesMax = 1_000

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
})

export const deleteRule = (id: string): Promise<void> => softDeleteRows('notifications', { id: `eq.${id}` })

export type PreviewedRule = z.input<typeof rulePreviewRoute.body>

export const rulePreviewQuery = (rule: PreviewedRule) =>
  queryOptions({
    queryKey: ['notifications', 'rule preview', rule],
    queryFn: ({ signal }) => previewOrNull(call(rulePreviewRoute, { body: rule, signal })),
    placeholderData: keepPreviousData,
  })

const startsSchema = z.object({
  id: z.string(),
  playbook: z.object({ name: z.string(), title: nullableText }).nullish(),
})

/** The list of rules does not include the playbook names. */
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
})

const connectionSchema = z.object({ id: z.string(), name: z.string().nullish() })

/** A spec references a connection by id, all other recipients by name. */
export const recipientsQuery = (kind: 'connection' | RecipientRelation) =>
  queryOptions({
    queryKey: ['notifications', 'recipients', kind],
    queryFn: async ({ signal }) => {
      if (kind !== 'connection')
        return (await readRecipients(kind, signal)).map(({ id, name, label }) => ({ id, value: name, label }))
      const query = { order: 'name.asc', limit: rulesMax }
      const { rows } = await listRows('connections_list', { row: connectionSchema, query, signal })
      return rows.map(({ id, name }) => ({ id, value: id, label: name ?? id }))
    },
  })

export const notifyFailing = (id: string): Promise<{ events: number }> => call(notifyFailingRoute, { params: { id } })
