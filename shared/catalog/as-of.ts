import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

const said = z.string().nullable()
const pairs = z.record(z.string(), z.string()).nullable()

/** How an item was at a moment, but for its document; null is what it did not say, or, where `since` is null, what is not kept. */
const factsSchema = z.object({
  name: said,
  type: said,
  description: said,
  status: said,
  health: said,
  labels: pairs,
  tags: pairs,
  /** Since when it was so. */
  since: said,
})

/**
 * A span that holds the moment and of which something is not known: the document, the facts beside it, the insights, or whether anything changed at
 * all, since nobody looked. Null is an open end. `reason` is a sentence.
 */
const gapSchema = z.object({
  about: z.enum(['document', 'facts', 'insights', 'scraping']),
  from: said,
  until: said,
  reason: z.string(),
})
export type HistoryGap = z.infer<typeof gapSchema>

/** A config item at a moment. */
export const itemAsOfSchema = z.object({
  at: z.string(),
  presence: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('there') }),
    /** It was found later. */
    z.object({ kind: z.literal('unborn'), since: z.string() }),
    z.object({ kind: z.literal('deleted'), since: z.string() }),
  ]),
  /** Null while it was not there. */
  facts: factsSchema.nullable(),
  /** Its text (`configText`); null where it is not known, or where there was none. */
  document: said,
  /** When its document changed last before the moment, and next after it, as far as that is kept. */
  changedAt: said,
  changesAt: said,
  gaps: z.array(gapSchema),
})
export type ItemAsOf = z.infer<typeof itemAsOfSchema>

/** An item as it was at a time (a timestamp, or how long ago as `1h`), to whoever may read it; null for who may not. */
export const itemAsOfRoute = contract({
  method: 'GET',
  path: '/api/catalog/:id/as-of',
  params: z.object({ id: z.string() }),
  query: z.object({ at: z.string().min(1).max(64) }),
  response: itemAsOfSchema.nullable(),
})
