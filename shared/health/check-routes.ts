import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { checkGraphSchema } from './check-graph.ts'
import { checkReportSchema } from './check-report.ts'
import { checkSummaryResponseSchema } from './check-summary.ts'

export const checkSummaryRoute = contract({
  method: 'GET',
  path: '/api/canary/api/summary',
  response: checkSummaryResponseSchema,
})

export const filteredCheckSummaryRoute = contract({
  method: 'POST',
  path: '/api/canary/api/summary',
  body: z.object({ CheckID: z.string().optional(), Labels: z.record(z.string(), z.string()).optional() }),
  response: checkSummaryResponseSchema,
})

/** The first of several. */
const text = z.union([z.string(), z.array(z.string()).transform(([first]) => first)]).optional()

export const checkGraphRoute = contract({
  method: 'GET',
  path: '/api/canary/api/graph',
  query: z.object({
    check: text,
    canary_id: text,
    start: text,
    since: text,
    end: text,
    until: text,
    includeMessages: text,
    count: z.union([z.string(), z.number()]).optional(),
  }),
  response: checkGraphSchema,
})

export const runCheckRoute = contract({
  method: 'POST',
  path: '/api/canary/run/check/:id',
  params: z.object({ id: z.string() }),
  response: z
    .looseObject({ pass: z.boolean().optional(), message: z.string().optional(), error: z.string().optional() })
    .optional(),
})
export type CheckRunResponse = z.infer<typeof runCheckRoute.response>

/** Authentication is the token of the check, in the header `Webhook-Token` or as a bearer token. Accepts any body. */
export const checkWebhookRoute = contract({
  method: 'POST',
  path: '/api/canary/webhook/:name',
  embeddedOnly: true,
  params: z.object({ name: z.string() }),
  response: z.object({ pass: z.boolean(), message: z.string() }),
})

/** Null before the first result. */
export const checkReportRoute = contract({
  method: 'GET',
  path: '/api/canary/api/report/:id',
  embeddedOnly: true,
  params: z.object({ id: z.uuid() }),
  response: z.object({ report: checkReportSchema.nullable() }),
})

const aboutSchema = z.object({
  backend: z.string().optional(),
  Version: z.string().optional(),
  chartVersion: z.string().optional(),
  appVersion: z.string().optional(),
  Timestamp: z.string().optional(),
})

/** Older backends serve this path, newer ones that of `aboutRoute`. */
export const canaryAboutRoute = contract({ method: 'GET', path: '/api/canary/about', response: aboutSchema })

export const aboutRoute = contract({ method: 'GET', path: '/api/about', response: aboutSchema })
