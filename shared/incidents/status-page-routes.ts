import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

const moment = z.string()
const mostHours = 30 * 24

const updateSchema = z.object({ id: z.string(), at: moment, text: z.string() })

/**
 * Readable without an account, so no names, evidence or hypotheses. The token is only in the body and the URL
 * fragment, which keeps it out of logs. 404: unknown token, 410: expired or revoked.
 */
export const statusPageRoute = contract({
  method: 'POST',
  path: '/api/incident-status/read',
  embeddedOnly: true,
  body: z.object({ token: z.string().max(100) }),
  response: z.object({
    title: z.string(),
    status: z.string(),
    opened_at: moment,
    over_at: moment.nullable(),
    impact: z.string(),
    updates: z.array(updateSchema),
    ends_at: moment,
  }),
})

const incidentParams = z.object({ id: z.string() })

export const statusUpdatesRoute = contract({
  method: 'GET',
  path: '/api/incident-status/:id',
  embeddedOnly: true,
  params: incidentParams,
  response: z.object({
    updates: z.array(updateSchema.extend({ impact: z.string(), by: z.string().nullable() })),
    links: z.array(
      z.object({ id: z.string(), made_at: moment, by: z.string().nullable(), ends_at: moment, is_over: z.boolean() }),
    ),
  }),
})

export const addStatusUpdateRoute = contract({
  method: 'POST',
  path: '/api/incident-status/:id/updates',
  embeddedOnly: true,
  params: incidentParams,
  body: z.object({
    text: z.string().trim().min(1, 'Enter an update.').max(5_000, 'Use at most 5,000 characters.'),
    impact: z.string().trim().max(500, 'Use at most 500 characters.'),
  }),
  response: z.object({ id: z.string() }),
})

/** The token is returned only once. Needs write on incidents. */
export const makeStatusLinkRoute = contract({
  method: 'POST',
  path: '/api/incident-status/:id/links',
  embeddedOnly: true,
  params: incidentParams,
  body: z.object({ hours: z.number().int().min(1).max(mostHours) }),
  response: z.object({ id: z.string(), token: z.string(), ends_at: moment }),
})

export const revokeStatusLinkRoute = contract({
  method: 'DELETE',
  path: '/api/incident-status/:id/links/:link',
  embeddedOnly: true,
  params: z.object({ id: z.string(), link: z.string() }),
  response: z.object({ id: z.string() }),
})
