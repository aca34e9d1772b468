import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

/** The process answers. */
export const healthzRoute = contract({
  method: 'GET',
  path: '/healthz',
  response: z.object({ status: z.literal('ok') }),
})

const partStateSchema = z.object({
  /** `unknown`: nothing that the relay can ask for shows it; `report` says why. */
  state: z.enum(['up', 'down', 'unknown']),
  reason: z.string().optional(),
  /** When the outage was first noticed. */
  since: z.string().optional(),
  /** The configuration in force. */
  mode: z.string().optional(),
  report: z.string().optional(),
})
export type PartState = z.infer<typeof partStateSchema>

/**
 * Each part that the relay uses, by name. 503 when a required part is down, or an optional one that has not worked since the start;
 * 200 with `degraded` when an optional part is down later.
 */
export const readyzRoute = contract({
  method: 'GET',
  path: '/readyz',
  response: z.object({ ready: z.boolean(), degraded: z.boolean(), parts: z.record(z.string(), partStateSchema) }),
})

/** For Prometheus. */
export const metricsRoute = contract({ method: 'GET', path: '/metrics', response: z.string() })
