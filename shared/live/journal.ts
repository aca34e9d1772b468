import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

export const journalPageMax = 1_000
const journalPageUsual = 100

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue('not JSON')
    return z.NEVER
  }
})
const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

/**
 * `params` is JSON text, default `{}`; `from` is inclusive, `to` exclusive, milliseconds once parsed. Newest
 * first; `cursor` is `next` of the previous page.
 */
export const journalQuerySchema = z.strictObject({
  topic: z.string().min(1).max(64),
  params: json.pipe(z.record(z.string(), z.unknown())).default({}),
  entity: z.string().min(1).max(512).optional(),
  from: instant.optional(),
  to: instant.optional(),
  limit: z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .pipe(z.number().min(1).max(journalPageMax))
    .default(journalPageUsual),
  cursor: z
    .string()
    .regex(/^\d{1,15}-\d{1,15}$/)
    .transform((text) => {
      const [atMs = 0, number = 0] = text.split('-').map(Number)
      return { atMs, number }
    })
    .optional(),
})
export type JournalQuery = z.infer<typeof journalQuerySchema>

export const gapReasonSchema = z.enum(['relay', 'source', 'unwatched', 'journal'])
export type GapReason = z.infer<typeof gapReasonSchema>

const observedAt = z.iso.datetime()
const fields = z.record(z.string(), z.unknown())

/**
 * Numbers ascend over all topics. `before` has the previous values of changed fields (null for a missing field or row),
 * of a `drop` the whole row; changes of `ticking` fields alone make no entry. A gap's `until` is null while it lasts.
 */
export const journalEntrySchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('put'),
    number: z.int(),
    observedAt,
    entity: z.string(),
    row: fields,
    before: fields.nullable(),
  }),
  z.object({ kind: z.literal('drop'), number: z.int(), observedAt, entity: z.string(), row: z.null(), before: fields }),
  z.object({
    kind: z.literal('gap'),
    number: z.int(),
    observedAt,
    until: z.iso.datetime().nullable(),
    why: gapReasonSchema,
    reason: z.string(),
  }),
])
export type JournalEntry = z.infer<typeof journalEntrySchema>

/**
 * `next` is null on the last page. Before `reachesBackTo` the history is unknown, not empty; null: nothing recorded.
 */
export const journalPageSchema = z.object({
  entries: z.array(journalEntrySchema),
  next: z.string().nullable(),
  reachesBackTo: z.iso.datetime().nullable(),
})
export type JournalPage = z.infer<typeof journalPageSchema>

export const journalRoute = contract({
  method: 'GET',
  path: '/live/journal',
  query: journalQuerySchema,
  response: journalPageSchema,
})
