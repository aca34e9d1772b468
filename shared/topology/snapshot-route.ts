import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

export const topologySnapshotRoute = contract({
  method: 'GET',
  path: '/api/snapshot/topology/:id',
  params: z.object({ id: z.string() }),
  query: z.object({
    start: z.string().optional(),
    end: z.string().optional(),
    related: z.enum(['true', 'false', '']).optional(),
    logFormat: z.enum(['log', 'json']).optional(),
  }),
  response: z.unknown(),
})
