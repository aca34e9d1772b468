import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

/** How many entries one page of the journal holds at most, and when nothing else is asked for. */
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
 * What the journal is asked: one topic instance (`params` as JSON text, `{}` when left out), one row of it by its key
 * (`entity`), a span of time (`from` counts, `to` does not; milliseconds once parsed). Entries come newest first;
 * `cursor` is the `next` of the page before.
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

/**
 * Why nothing was observed for a while: the relay did not run, the source could not be asked, nobody watched, or the
 * journal itself could not be written.
 */
export const gapReasonSchema = z.enum(['relay', 'source', 'unwatched', 'journal'])
export type GapReason = z.infer<typeof gapReasonSchema>

const observedAt = z.iso.datetime()
const fields = z.record(z.string(), z.unknown())

/**
 * What the console observed. Numbers ascend over all topics; within one topic instance the higher number is the later
 * observation.
 *
 * - `put`: the row as it was from then on. `before` has the fields that were different before, as they were (a field that
 *   was not there is null); it is null for a row that was not there before. Fields that tick (`Topic.ticking`: the time of
 *   the last run, latencies) make no entry by themselves.
 * - `drop`: the row is gone; `before` is the whole row as it last was.
 * - `gap`: nothing could be observed from `observedAt` until `until`, null while that lasts. `reason` is a sentence.
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
 * One page of the journal, newest first. `next` leads to older entries, null when there are none. `reachesBackTo` is
 * since when the journal tells about this topic instance: what is older is unknown, not absent; null when it knows nothing.
 */
export const journalPageSchema = z.object({
  entries: z.array(journalEntrySchema),
  next: z.string().nullable(),
  reachesBackTo: z.iso.datetime().nullable(),
})
export type JournalPage = z.infer<typeof journalPageSchema>

/** What the console observed of one topic instance. */
export const journalRoute = contract({
  method: 'GET',
  path: '/live/journal',
  query: journalQuerySchema,
  response: journalPageSchema,
})
