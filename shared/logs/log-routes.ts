import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

/** A line of a log; `timestamp` (ISO 8601) is empty where neither the line nor one before it says a time. */
const logLineSchema = z.object({
  timestamp: z.string(),
  message: z.string(),
  labels: z.record(z.string(), z.string()),
})
export type LogLine = z.infer<typeof logLineSchema>

/** How many lines one question answers at most, and where it says nothing about that. */
const linesMax = 5_000
export const linesUsual = 500

/**
 * The newest lines of a component's log (ledger LOGS-01), newest first. `name` is one of the component's log selectors, the
 * first one where it is empty; `query` is a text that stands in the message, in capitals or not; `labels` narrow further.
 */
export const logsRoute = contract({
  method: 'POST',
  path: '/api/logs',
  body: z.object({
    id: z.string().min(1),
    name: z.string().optional(),
    query: z.string().max(1_000).optional(),
    labels: z.record(z.string(), z.string()).optional(),
    /** ISO 8601; the last hour where it is left out. */
    start: z.iso.datetime({ offset: true }).optional(),
    end: z.iso.datetime({ offset: true }).optional(),
    limit: z.number().int().positive().max(linesMax).optional(),
  }),
  response: z.object({
    total: z.number(),
    results: z.array(logLineSchema),
    /** Sentences about log backends that gave nothing, or not everything. */
    problems: z.array(z.string()).optional(),
  }),
})
