import { queryOptions } from '@tanstack/react-query'
import { sessionRoute } from '#shared/identity/session-routes.ts'
import { call } from '#client/api/call.ts'

/** The address of the account that is signed in at the identity service; null where it tells none. */
export const accountAddressQuery = queryOptions({
  queryKey: ['account-address'],
  queryFn: async ({ signal }): Promise<string | null> => {
    const { identity } = await call(sessionRoute, { signal })
    return identity?.traits.email ?? null
  },
  retry: false,
  meta: { failsOnPage: true },
})
