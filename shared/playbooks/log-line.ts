import { z } from 'zod'

export const logRangeMax = 5_000
export const logTailChunks = 64

/**
 * `[number, stream, time, text]`, plus `1` if no line break follows: an unterminated last line or a part of a
 * split line. Numbers start at 1 across both streams (1 stdout, 2 stderr); time is epoch milliseconds.
 */
const logLineSchema = z
  .tuple([z.number(), z.union([z.literal(1), z.literal(2)]), z.number(), z.string()])
  .rest(z.literal(1))
export type LogLine = z.infer<typeof logLineSchema>

const about = {
  total: z.number(),
  ended: z.boolean(),
  ansi: z.boolean(),
  notes: z.array(z.string()),
  comesAtEnd: z.literal(true).optional(),
}

export const logRangeSchema = z.object({ lines: z.array(logLineSchema), ...about })
export type LogRange = z.infer<typeof logRangeSchema>

/** Immutable. `first`: number of the first line. */
export const logChunkSchema = z.object({ first: z.number(), lines: z.array(logLineSchema) })
export type LogChunk = z.infer<typeof logChunkSchema>

/** `openLines` have not ended yet: each may change, and is stored under its number or a later one when it ends. */
export const logTailSchema = z.object({
  chunks: z.array(logChunkSchema),
  ...about,
  openLines: z.array(logLineSchema).optional(),
})
export type LogTail = z.infer<typeof logTailSchema>
