import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { hourMs } from '#shared/primitives/time-units.ts'
import { listRows } from '#client/api/data-api.ts'
import { serverNow } from '#client/lib/time/clock.ts'

export const bucketMs = 300_000

const bucketSchema = z.object({ created_at: z.string(), total: z.coerce.number() })

export const arrivalsQuery = queryOptions({
  queryKey: ['health', 'arrivals'],
  queryFn: async ({ signal }) => {
    const query = {
      select: 'created_at,total:total_checks.sum()',
      created_at: `gte.${new Date(serverNow() - hourMs).toISOString()}`,
      order: 'created_at.asc',
    }
    return (await listRows('check_statuses_5m', { row: bucketSchema, query, signal })).rows
  },
  refetchInterval: 60_000,
})
