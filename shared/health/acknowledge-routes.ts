import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { acknowledgementSchema, noteMax } from './acknowledgement.ts'

const params = z.object({ id: z.uuid() })

/** Replaces an earlier acknowledgement of the check. */
export const acknowledgeCheckRoute = contract({
  method: 'POST',
  path: '/api/canary/acknowledge/check/:id',
  embeddedOnly: true,
  params,
  body: z.object({ note: z.string().trim().max(noteMax), until: z.iso.datetime({ offset: true }).nullable() }),
  response: z.unknown(),
})
export type AcknowledgeCheck = z.input<typeof acknowledgeCheckRoute.body>

export const unacknowledgeCheckRoute = contract({
  method: 'DELETE',
  path: '/api/canary/acknowledge/check/:id',
  embeddedOnly: true,
  params,
  response: z.unknown(),
})

export const acknowledgedChecksRoute = contract({
  method: 'GET',
  path: '/api/canary/acknowledged',
  embeddedOnly: true,
  response: z.array(acknowledgementSchema.extend({ id: z.string() })),
})
