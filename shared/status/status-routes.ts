import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

export const healthzRoute = contract({
  method: 'GET',
  path: '/healthz',
  response: z.object({ status: z.literal('ok') }),
})

const partStateSchema = z.object({
  state: z.enum(['up', 'down', 'unknown']),
  reason: z.string().optional(),
  since: z.string().optional(),
  mode: z.string().optional(),
  report: z.string().optional(),
})
export type PartState = z.infer<typeof partStateSchema>

/**
 * 503 when a required part is down, or an optional one that has not worked since the start; 200 with `degraded`
 * when an optional part goes down later.
 */
export const readyzRoute = contract({
  method: 'GET',
  path: '/readyz',
  response: z.object({ ready: z.boolean(), degraded: z.boolean(), parts: z.record(z.string(), partStateSchema) }),
})

export const metricsRoute = contract({ method: 'GET', path: '/metrics', response: z.string() })
