import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

const optionalText = z.string().nullable()
const pairs = z.record(z.string(), z.string()).nullable()

/** Null: the item had no value, or, where `since` is null, it was not recorded. */
const factsSchema = z.object({
  name: optionalText,
  type: optionalText,
  description: optionalText,
  status: optionalText,
  health: optionalText,
  labels: pairs,
  tags: pairs,
  since: optionalText,
})

const gapSchema = z.object({
  about: z.enum(['document', 'facts', 'insights', 'scraping']),
  from: optionalText,
  until: optionalText,
  reason: z.string(),
})
export type HistoryGap = z.infer<typeof gapSchema>

export const itemSnapshotSchema = z.object({
  at: z.string(),
  presence: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('there') }),
    z.object({ kind: z.literal('unborn'), since: z.string() }),
    z.object({ kind: z.literal('deleted'), since: z.string() }),
  ]),
  facts: factsSchema.nullable(),
  document: optionalText,
  changedAt: optionalText,
  changesAt: optionalText,
  gaps: z.array(gapSchema),
})
export type ItemSnapshot = z.infer<typeof itemSnapshotSchema>

export const itemSnapshotRoute = contract({
  method: 'GET',
  path: '/api/catalog/:id/as-of',
  embeddedOnly: true,
  params: z.object({ id: z.string() }),
  query: z.object({ at: z.string().min(1).max(64) }),
  response: itemSnapshotSchema.nullable(),
})
