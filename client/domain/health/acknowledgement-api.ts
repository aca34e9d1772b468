import { queryOptions } from '@tanstack/react-query'
import {
  acknowledgeCheckRoute,
  acknowledgedChecksRoute,
  unacknowledgeCheckRoute,
  type AcknowledgeCheck,
} from '#shared/health/acknowledge-routes.ts'
import { call } from '#client/api/call.ts'

export const acknowledgeCheck = (id: string, body: AcknowledgeCheck) =>
  call(acknowledgeCheckRoute, { params: { id }, body })

export const unacknowledgeCheck = (id: string) => call(unacknowledgeCheckRoute, { params: { id } })

export const listAcknowledged = (signal: AbortSignal) => call(acknowledgedChecksRoute, { signal })

/** For checks without a live row. */
export const acknowledgedQuery = queryOptions({
  queryKey: ['acknowledged checks'],
  queryFn: ({ signal }) => listAcknowledged(signal),
  staleTime: 0,
})
