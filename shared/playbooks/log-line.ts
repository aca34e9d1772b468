import { z } from 'zod'

/** The widest range of lines that one answer gives. */
export const logRangeMax = 5_000
/** So many of the newest chunks are in the tail of a log. */
export const logTailChunks = 64

/**
 * `[number, stream, time, text]` and, where no line end follows in the output, `1`: the last line of an output that ends without
 * one, and each part but the last of a line that was too long. Numbers count from 1 through both streams in order of arrival;
 * stream 1 is stdout, 2 is stderr; time is milliseconds since 1970.
 */
const logLineSchema = z
  .tuple([z.number(), z.union([z.literal(1), z.literal(2)]), z.number(), z.string()])
  .rest(z.literal(1))
export type LogLine = z.infer<typeof logLineSchema>

const about = {
  /** How many lines there are now. */
  total: z.number(),
  /** Nothing more will come. */
  ended: z.boolean(),
  /** Some line holds terminal escapes. */
  ansi: z.boolean(),
  /** Sentences about what is not as the command wrote it: replaced bytes, split lines, lines that could not be kept. */
  notes: z.array(z.string()),
  /** The whole output comes at once, when the action ends. */
  comesAtEnd: z.literal(true).optional(),
}

/** A range of lines, as far as they exist. */
export const logRangeSchema = z.object({ lines: z.array(logLineSchema), ...about })
export type LogRange = z.infer<typeof logRangeSchema>

/** Written once, never changed. `first` is the number of its first line. */
export const logChunkSchema = z.object({ first: z.number(), lines: z.array(logLineSchema) })
export type LogChunk = z.infer<typeof logChunkSchema>

/** The newest chunks, oldest first. */
export const logTailSchema = z.object({ chunks: z.array(logChunkSchema), ...about })
export type LogTail = z.infer<typeof logTailSchema>
