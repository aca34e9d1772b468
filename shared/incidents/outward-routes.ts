import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

export const outwardKinds = ['email', 'slack', 'jira'] as const
export type OutwardKind = (typeof outwardKinds)[number]

const text = z.string().trim().max(500, 'Use at most 500 characters.')
const incidentParams = z.object({ id: z.string() })

export const askOutwardRoute = contract({
  method: 'POST',
  path: '/api/incident-outward/:id',
  embeddedOnly: true,
  params: incidentParams,
  body: z
    .object({
      kind: z.enum(outwardKinds),
      to: text.min(1, 'Enter a recipient.'),
      connection: text,
      asked: text,
    })
    .refine(({ kind, to }) => kind !== 'email' || /^[^\s@,;]+@[^\s@,;]+$/.test(to), {
      message: 'Invalid email address.',
      path: ['to'],
    })
    .refine(({ kind, connection }) => kind === 'email' || connection !== '', {
      message: 'Select a connection.',
      path: ['connection'],
    }),
  response: z.object({ id: z.string() }),
})

/** Does not repeat a request that was already delivered. */
export const retryOutwardRoute = contract({
  method: 'POST',
  path: '/api/incident-outward/:id/:responder/retry',
  embeddedOnly: true,
  params: incidentParams.extend({ responder: z.string() }),
  response: z.object({ id: z.string() }),
})
