import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

/** A line of a log; `timestamp` (ISO 8601) is empty where neither the line nor one before it says a time. */
export const logLineSchema = z.object({
  timestamp: z.string(),
  message: z.string(),
  labels: z.record(z.string(), z.string()),
})
export type LogLine = z.infer<typeof logLineSchema>

const valuesByField = z.record(z.string().max(200), z.array(z.string()).min(1).max(100))

/** How many lines one question answers at most, and where it says nothing about that. */
const linesMax = 5_000
export const linesUsual = 500

/** Which lines of which log: that of a component, or all that a log backend keeps. */
const logQuestion = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  backend: z.string().optional(),
  query: z.string().max(1_000).optional(),
  /** The query is a regular expression, as RE2 reads it. */
  isPattern: z.boolean().optional(),
  labels: z.record(z.string(), z.string()).optional(),
  /** Lines have one of these values, field by field; a line without the field has the empty one. */
  include: valuesByField.optional(),
  exclude: valuesByField.optional(),
  /** ISO 8601; the last hour where it is left out. */
  start: z.iso.datetime({ offset: true }).optional(),
  end: z.iso.datetime({ offset: true }).optional(),
})
export type LogQuery = z.input<typeof logQuestion>

/** Sentences about log backends that gave nothing, or not everything. */
const backendErrors = z.array(z.string()).optional()

/** A log backend that can be searched as a whole. */
const logBackendSchema = z.object({ id: z.string(), name: z.string() })

/** The log backends that whoever asks may search without a component, by name; the console's own log is one of them. */
export const logBackendsRoute = contract({
  method: 'GET',
  path: '/api/logs/backends',
  response: z.array(logBackendSchema),
})

/**
 * The newest lines of a component's log (ledger LOGS-01), newest first. `name` is one of the component's log selectors, the
 * first one where it is empty; `query` is a text that stands in the message, in capitals or not; `labels` narrow further.
 * Instead of a component (`id`), `backend` names the log backend whose lines are wanted.
 */
export const logsRoute = contract({
  method: 'POST',
  path: '/api/logs',
  body: logQuestion.extend({ limit: z.number().int().positive().max(linesMax).optional() }),
  response: z.object({ total: z.number(), results: z.array(logLineSchema), problems: backendErrors }),
})

const levelCounts = z.object({ error: z.number(), warn: z.number(), other: z.number() })
export type LevelCounts = z.infer<typeof levelCounts>

const fieldCounts = z.object({
  name: z.string(),
  /** Most frequent first, and not all where `more` says how many lines have others. */
  values: z.array(z.object({ value: z.string(), count: z.number() })),
  more: z.number(),
})
export type FieldCounts = z.infer<typeof fieldCounts>

/** The lines that a question means, counted: over time by how bad they are, and by the values of their fields. */
export const logSummaryRoute = contract({
  method: 'POST',
  path: '/api/logs/summary',
  body: logQuestion,
  response: z.object({
    total: z.number(),
    /** Oldest first, each as long as the others, from the start of the time asked for to its end. */
    buckets: z.array(levelCounts),
    fields: z.array(fieldCounts),
    /** Where counting gave up, ISO 8601: older lines are not in it. */
    countedFrom: z.string().optional(),
    problems: backendErrors,
  }),
})

/** Lines as they are written, as JSON objects line by line, until who asks goes away; takes what the other two take. */
export const logTailRoute = contract({
  method: 'POST',
  path: '/api/logs/tail',
  body: logQuestion,
  response: z.object({
    /** Oldest first. */
    lines: z.array(logLineSchema),
    /** Lines came faster than they are sent, and some before these were left out. */
    isCut: z.boolean().optional(),
    problems: backendErrors,
  }),
})
export type TailMessage = z.infer<(typeof logTailRoute)['response']>
