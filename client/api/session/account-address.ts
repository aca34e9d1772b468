import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { clients } from '#client/api/clients.ts'

const sessionSchema = z.object({ identity: z.object({ traits: z.object({ email: z.string().optional() }) }) })

/** The address of the account that is signed in at the identity service; null where it tells none. */
export const accountAddressQuery = queryOptions({
  queryKey: ['account-address'],
  queryFn: async ({ signal }): Promise<string | null> => {
    const { data } = await clients.identity('/sessions/whoami', { schema: sessionSchema, signal })
    return data.identity.traits.email ?? null
  },
  retry: false,
  meta: { failsOnPage: true },
})
