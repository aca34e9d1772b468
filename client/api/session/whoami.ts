import { queryOptions, useQuery } from '@tanstack/react-query'
import { whoamiRoute, type Whoami } from '#shared/access/whoami.ts'
import { call } from '#client/api/call.ts'

export type Session = Whoami

/** Only the tab's session fetches it; readers wait for the result. */
export const whoamiQuery = queryOptions({
  queryKey: ['whoami'],
  queryFn: ({ signal }) => call(whoamiRoute, { signal }),
  enabled: false,
})

export const useSession = (): Session | undefined => useQuery(whoamiQuery).data
