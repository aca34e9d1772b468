import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { idSchema } from '#shared/primitives/id.ts'
import { relayRowSchema } from '#shared/relays/relays-topic.ts'

export const relaysRoute = contract({
  method: 'GET',
  path: '/api/relays',
  embeddedOnly: true,
  response: z.array(relayRowSchema),
})

const drain = {
  path: '/api/relays/:id/drain',
  embeddedOnly: true,
  params: z.object({ id: idSchema }),
  response: z.object({ id: z.string(), isDrainRequested: z.boolean() }),
} as const

/** Any relay of the database can be drained, on any of them. 409 when no other one takes the work. */
export const drainRelayRoute = contract({ method: 'POST', ...drain })

export const resumeRelayRoute = contract({ method: 'DELETE', ...drain })
