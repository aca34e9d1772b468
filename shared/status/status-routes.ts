import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

/** The process answers. */
export const healthzRoute = contract({
  method: 'GET',
  path: '/healthz',
  response: z.object({ status: z.literal('ok') }),
})

const partStateSchema = z.object({
  state: z.enum(['up', 'down']),
  reason: z.string().optional(),
  /** Since when it is down, as far as it was noticed. */
  since: z.string().optional(),
  /** What is in force in it, beside whether it works. */
  mode: z.string().optional(),
  report: z.string().optional(),
})
export type PartState = z.infer<typeof partStateSchema>

/**
 * Each part that the relay needs, by name. With 503 when one is down that it cannot do without, with 200 and `degraded` when it
 * is one that it can.
 */
export const readyzRoute = contract({
  method: 'GET',
  path: '/readyz',
  response: z.object({ ready: z.boolean(), degraded: z.boolean(), parts: z.record(z.string(), partStateSchema) }),
})

/** For Prometheus. */
export const metricsRoute = contract({ method: 'GET', path: '/metrics', response: z.string() })
