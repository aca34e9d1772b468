import { queryOptions, useQuery } from '@tanstack/react-query'
import { whoamiRoute, type Whoami } from '#shared/access/whoami.ts'
import { call } from '#client/api/call.ts'

export type Session = Whoami

/**
 * Who is signed in, with roles and permissions (ledger API-07). It is asked by the tab's session alone (`askWho`); readers
 * wait for what that brings.
 */
export const whoamiQuery = queryOptions({
  queryKey: ['whoami'],
  queryFn: ({ signal }) => call(whoamiRoute, { signal }),
  meta: { failsOnPage: true },
  enabled: false,
  retry: false,
})

/** The signed-in person; undefined until known. */
export const useSession = (): Session | undefined => useQuery(whoamiQuery).data
