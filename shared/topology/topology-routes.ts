import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { topologyResponseSchema } from '#shared/topology/topology.ts'

export const topologyRoute = contract({
  method: 'GET',
  path: '/api/canary/api/topology',
  query: z.object({
    id: z.string().optional(),
    owner: z.string().optional(),
    labels: z.string().optional(),
    status: z.string().optional(),
    type: z.string().optional(),
    team: z.string().optional(),
    agent_id: z.string().optional(),
    depth: z.coerce.number().int().positive().optional(),
    flatten: z.enum(['true', 'false', '']).optional(),
    hidden: z.enum(['true', 'false', '']).optional(),
    sortBy: z.string().optional(),
    sortOrder: z.enum(['asc', 'desc', '']).optional(),
  }),
  response: topologyResponseSchema,
})

export const runTopologyRoute = contract({
  method: 'POST',
  path: '/api/canary/run/topology/:id',
  params: z.object({ id: z.string() }),
  response: z.object({ status: z.string(), count: z.string().optional() }),
})
