import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

/** A zip archive with what there is about a component over a range (ledger TOPO-07): `start` and `end` are durations before now, or times. */
export const topologySnapshotRoute = contract({
  method: 'GET',
  path: '/api/snapshot/topology/:id',
  params: z.object({ id: z.string() }),
  query: z.object({
    start: z.string().optional(),
    end: z.string().optional(),
    /** Whether what is below the component, and what its items hang on, goes with it. */
    related: z.enum(['true', 'false', '']).optional(),
    /** How lines of logs are written: as texts, or as JSON objects. */
    logFormat: z.enum(['log', 'json']).optional(),
  }),
  response: z.unknown(),
})
