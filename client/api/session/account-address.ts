import { queryOptions } from '@tanstack/react-query'
import { sessionRoute } from '#shared/identity/session-routes.ts'
import { call } from '#client/api/call.ts'

export const accountAddressQuery = queryOptions({
  queryKey: ['account-address'],
  queryFn: async ({ signal }): Promise<string | null> => {
    const { identity } = await call(sessionRoute, { signal })
    return identity?.traits.email ?? null
  },
  retry: false,
  meta: { failsOnPage: true },
})
