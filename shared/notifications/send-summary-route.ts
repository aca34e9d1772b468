import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

const text = z.string()
const texts = text.max(2_000).nullish()
const moment = z.iso.datetime({ offset: true }).nullish()
const count = z.number()

const sendGroupSchema = z.object({
  resource: z.looseObject({ id: text, name: text.nullish() }),
  resource_kind: text.nullable(),
  resource_type: text.nullable(),
  resource_health: text.nullable(),
  first_observed: text,
  last_seen: text,
  total: count,
  sent: count,
  error: count,
  suppressed: count,
  in_progress: count,
  last_message: text.nullable(),
  reasons: z.record(text, count),
  hours: z.array(count),
})
export type SendGroup = z.infer<typeof sendGroupSchema>

export const sendSummaryRoute = contract({
  method: 'POST',
  path: '/api/notification/summary',
  body: z.object({
    status: texts,
    resourceKind: texts,
    event: texts,
    search: text.max(200).nullish(),
    from: moment,
    to: moment,
    pageIndex: z.number().int().min(0).max(100_000).default(0),
    pageSize: z.number().int().min(1).max(500).default(50),
    groupBy: z.array(z.literal('resource')).max(1).nullish(),
  }),
  response: z.object({
    total: count,
    counts: z.object({ sends: count, error: count, in_progress: count, suppressed: count }),
    results: z.array(sendGroupSchema),
  }),
})
