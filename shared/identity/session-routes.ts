import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { identitySessionSchema } from './session.ts'

const identitySchema = z.object({
  traits: z.object({ email: z.string().optional().catch(undefined) }).catch({}),
  verifiable_addresses: z
    .array(z.object({ value: z.string() }))
    .nullish()
    .catch(null),
})

/** 401 without a session, 403 or 422 while a second factor is missing (ledger ERR-06, ERR-07). */
export const sessionRoute = contract({
  method: 'GET',
  path: '/api/.ory/sessions/whoami',
  response: identitySessionSchema.extend({ identity: identitySchema.optional() }),
})

export const otherSessionsRoute = contract({
  method: 'GET',
  path: '/api/.ory/sessions',
  response: z.array(identitySessionSchema),
})

export const endOtherSessionsRoute = contract({
  method: 'DELETE',
  path: '/api/.ory/sessions',
  response: z.object({ count: z.number() }),
})

export const endSessionRoute = contract({
  method: 'DELETE',
  path: '/api/.ory/sessions/:id',
  params: z.object({ id: z.string() }),
  response: z.unknown(),
})
