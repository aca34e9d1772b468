import { queryOptions } from '@tanstack/react-query'
import {
  endOtherSessionsRoute,
  endSessionRoute,
  otherSessionsRoute,
  sessionRoute,
} from '#shared/identity/session-routes.ts'
import type { IdentitySession } from '#shared/identity/session.ts'
import { call } from '#client/api/call.ts'

interface MySessions {
  readonly current: IdentitySession
  readonly others: readonly IdentitySession[]
}

export const mySessionsQuery = queryOptions({
  queryKey: ['identity', 'sessions'],
  queryFn: async (): Promise<MySessions> => {
    const [current, others] = await Promise.all([call(sessionRoute, {}), call(otherSessionsRoute, {})])
    return { current, others: others.filter(({ active }) => active !== false) }
  },
  staleTime: 0,
})

export const endSession = async (id: string): Promise<void> => {
  await call(endSessionRoute, { params: { id } })
}

export const endOtherSessions = async (): Promise<void> => {
  await call(endOtherSessionsRoute, {})
}
