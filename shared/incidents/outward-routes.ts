import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

/** How somebody outside of the console is asked for help from here. */
export const outwardKinds = ['email', 'slack', 'jira'] as const
export type OutwardKind = (typeof outwardKinds)[number]

const text = z.string().trim().max(500, 'At most 500 characters are kept here.')
const incidentParams = z.object({ id: z.string() })

/** Asks somebody outside for help. Takes the right to write incidents, and to read connections where one is named. */
export const askOutwardRoute = contract({
  method: 'POST',
  path: '/api/incident-outward/:id',
  params: incidentParams,
  body: z
    .object({
      kind: z.enum(outwardKinds),
      /** An email address, a channel of Slack, or the key of a project in Jira. */
      to: text.min(1, 'Say whom to ask'),
      /** A connection by its name; mail may leave by the mail server of the console. */
      connection: text,
      asked: text,
    })
    .refine(({ kind, to }) => kind !== 'email' || /^[^\s@,;]+@[^\s@,;]+$/.test(to), {
      message: 'This is no email address',
      path: ['to'],
    })
    .refine(({ kind, connection }) => kind === 'email' || connection !== '', {
      message: 'Name the connection to ask by',
      path: ['connection'],
    }),
  response: z.object({ id: z.string() }),
})

/** Tries once more to ask somebody; what was asked already is not asked again. */
export const retryOutwardRoute = contract({
  method: 'POST',
  path: '/api/incident-outward/:id/:responder/retry',
  params: incidentParams.extend({ responder: z.string() }),
  response: z.object({ id: z.string() }),
})
