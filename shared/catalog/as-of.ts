import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

const optionalText = z.string().nullable()
const pairs = z.record(z.string(), z.string()).nullable()

/** How an item was at a moment, but for its document; null is what it did not say, or, where `since` is null, what is not kept. */
const factsSchema = z.object({
  name: optionalText,
  type: optionalText,
  description: optionalText,
  status: optionalText,
  health: optionalText,
  labels: pairs,
  tags: pairs,
  /** Since when it was so. */
  since: optionalText,
})

/**
 * A span that holds the moment and of which something is not known: the document, the facts beside it, the insights, or whether anything changed at
 * all, since nobody looked. Null is an open end. `reason` is a sentence.
 */
const gapSchema = z.object({
  about: z.enum(['document', 'facts', 'insights', 'scraping']),
  from: optionalText,
  until: optionalText,
  reason: z.string(),
})
export type HistoryGap = z.infer<typeof gapSchema>

/** A config item at a moment. */
export const itemSnapshotSchema = z.object({
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
  document: optionalText,
  /** When its document changed last before the moment, and next after it, as far as that is kept. */
  changedAt: optionalText,
  changesAt: optionalText,
  gaps: z.array(gapSchema),
})
export type ItemSnapshot = z.infer<typeof itemSnapshotSchema>

/** An item as it was at a time (a timestamp, or how long ago as `1h`), to whoever may read it; null for who may not. */
export const itemSnapshotRoute = contract({
  method: 'GET',
  path: '/api/catalog/:id/as-of',
  params: z.object({ id: z.string() }),
  query: z.object({ at: z.string().min(1).max(64) }),
  response: itemSnapshotSchema.nullable(),
})
