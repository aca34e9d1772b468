import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { identitySessionSchema } from './session.ts'

/** What is read of whose session it is; a service of another making may keep less of it. */
const identitySchema = z.object({
  traits: z.object({ email: z.string().optional().catch(undefined) }).catch({}),
  verifiable_addresses: z
    .array(z.object({ value: z.string() }))
    .nullish()
    .catch(null),
})

/** The session of whoever asks: 401 without one, 403 or 422 while a second factor is missing (ledger ERR-06, ERR-07). */
export const sessionRoute = contract({
  method: 'GET',
  path: '/api/.ory/sessions/whoami',
  response: identitySessionSchema.extend({ identity: identitySchema.optional() }),
})

/** Where else the same person is signed in, newest first. */
export const otherSessionsRoute = contract({
  method: 'GET',
  path: '/api/.ory/sessions',
  response: z.array(identitySessionSchema),
})

/** Ends all sessions of the person but the one that asks. */
export const endOtherSessionsRoute = contract({
  method: 'DELETE',
  path: '/api/.ory/sessions',
  response: z.object({ count: z.number() }),
})

/** Ends another session of the person. */
export const endSessionRoute = contract({
  method: 'DELETE',
  path: '/api/.ory/sessions/:id',
  params: z.object({ id: z.string() }),
  response: z.unknown(),
})
