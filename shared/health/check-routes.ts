import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { checkGraphSchema } from './check-graph.ts'
import { checkSummaryResponseSchema } from './check-summary.ts'

/** Every check with its state and its newest results. */
export const checkSummaryRoute = contract({
  method: 'GET',
  path: '/api/canary/api/summary',
  response: checkSummaryResponseSchema,
})

/** The same of one check, or of those with all of these labels. */
export const filteredCheckSummaryRoute = contract({
  method: 'POST',
  path: '/api/canary/api/summary',
  body: z.object({ CheckID: z.string().optional(), Labels: z.record(z.string(), z.string()).optional() }),
  response: checkSummaryResponseSchema,
})

/** Latency and uptime of a check over a range (ledger HEALTH-34); the backend reads more ways to name one. */
export const checkGraphRoute = contract({
  method: 'GET',
  path: '/api/canary/api/graph',
  query: z.object({ check: z.string(), start: z.string(), end: z.string().optional(), count: z.number() }),
  response: checkGraphSchema,
})

/** Runs a check now, outside of its schedule (ledger HEALTH-29). It answers the first result; nothing when there is none. */
export const runCheckRoute = contract({
  method: 'POST',
  path: '/api/canary/run/check/:id',
  params: z.object({ id: z.string() }),
  response: z
    .looseObject({ pass: z.boolean().optional(), message: z.string().optional(), error: z.string().optional() })
    .optional(),
})

const aboutSchema = z.object({
  backend: z.string().optional(),
  Version: z.string().optional(),
  chartVersion: z.string().optional(),
  appVersion: z.string().optional(),
  Timestamp: z.string().optional(),
})

/** The backend's version, as the older backends tell it. */
export const canaryAboutRoute = contract({ method: 'GET', path: '/api/canary/about', response: aboutSchema })

/** The backend's version, as the newer backends tell it. */
export const aboutRoute = contract({ method: 'GET', path: '/api/about', response: aboutSchema })
