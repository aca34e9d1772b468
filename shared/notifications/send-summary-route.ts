import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

const text = z.string()
const texts = text.max(2_000).nullish()
const moment = z.iso.datetime({ offset: true }).nullish()
const count = z.number()

const sendGroupSchema = z.object({
  resource: z.looseObject({ id: text, name: text.nullish() }),
  resource_kind: text.nullable(),
  /** The concrete type of the thing: `http`, `Kubernetes::Pod`. */
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
  /** Why how many were kept back or failed: `repeat-interval`, `silenced`, `error`. */
  reasons: z.record(text, count),
  /** How many there were in each of the last 24 hours, the oldest first. */
  hours: z.array(count),
})
/** All that was sent about one thing, and kept back of it. */
export type SendGroup = z.infer<typeof sendGroupSchema>

/** What was sent and kept back, by the thing that it is about, the latest first (contract 1.10). Column filters as the data API writes them. */
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
    /** Of all groups together. */
    counts: z.object({ sends: count, error: count, in_progress: count, suppressed: count }),
    results: z.array(sendGroupSchema),
  }),
})
