import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

export const logLineSchema = z.object({
  timestamp: z.string(),
  message: z.string(),
  labels: z.record(z.string(), z.string()),
})
export type LogLine = z.infer<typeof logLineSchema>

const valuesByField = z.record(z.string().max(200), z.array(z.string()).min(1).max(100))

const linesMax = 5_000
export const linesUsual = 500

const logQuerySchema = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  backend: z.string().optional(),
  query: z.string().max(1_000).optional(),
  isPattern: z.boolean().optional(),
  labels: z.record(z.string(), z.string()).optional(),
  include: valuesByField.optional(),
  exclude: valuesByField.optional(),
  start: z.iso.datetime({ offset: true }).optional(),
  end: z.iso.datetime({ offset: true }).optional(),
})
export type LogQuery = z.input<typeof logQuerySchema>

const backendErrors = z.array(z.string()).optional()

const logBackendSchema = z.object({ id: z.string(), name: z.string() })

export const logBackendsRoute = contract({
  method: 'GET',
  path: '/api/logs/backends',
  embeddedOnly: true,
  response: z.array(logBackendSchema),
})

/** Newest first. `name` selects a log selector, default the first; `query` ignores case; `backend` replaces `id`. */
export const logsRoute = contract({
  method: 'POST',
  path: '/api/logs',
  body: logQuerySchema.extend({ limit: z.number().int().positive().max(linesMax).optional() }),
  response: z.object({ total: z.number(), results: z.array(logLineSchema), problems: backendErrors }),
})

const levelCounts = z.object({ error: z.number(), warn: z.number(), other: z.number() })
export type LevelCounts = z.infer<typeof levelCounts>

const fieldCounts = z.object({
  name: z.string(),
  values: z.array(z.object({ value: z.string(), count: z.number() })),
  more: z.number(),
})
export type FieldCounts = z.infer<typeof fieldCounts>

export const logSummaryRoute = contract({
  method: 'POST',
  path: '/api/logs/summary',
  embeddedOnly: true,
  body: logQuerySchema,
  response: z.object({
    total: z.number(),
    buckets: z.array(levelCounts),
    fields: z.array(fieldCounts),
    countedFrom: z.string().optional(),
    problems: backendErrors,
  }),
})

/** JSON lines, until the client disconnects. */
export const logTailRoute = contract({
  method: 'POST',
  path: '/api/logs/tail',
  embeddedOnly: true,
  body: logQuerySchema,
  response: z.object({
    lines: z.array(logLineSchema),
    isCut: z.boolean().optional(),
    problems: backendErrors,
  }),
})
export type TailMessage = z.infer<(typeof logTailRoute)['response']>
