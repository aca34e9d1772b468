import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

const moment = z.string()
/** For how long a link to a status page is good. */
const mostHours = 30 * 24

const updateSchema = z.object({ id: z.string(), at: moment, text: z.string() })

/**
 * What those who wait read of an incident, by a link and without an account: no names of people, no evidence, no hypotheses. The token
 * is in the body, and after the `#` of the link, so that no log and no other site sees it. 404 for a token that was never given,
 * 410 for a link that ended or was taken back.
 */
export const statusPageRoute = contract({
  method: 'POST',
  path: '/api/incident-status/read',
  body: z.object({ token: z.string().max(100) }),
  response: z.object({
    title: z.string(),
    status: z.string(),
    opened_at: moment,
    over_at: moment.nullable(),
    /** What is affected, as the newest update says it. */
    impact: z.string(),
    /** The newest first. */
    updates: z.array(updateSchema),
    /** When the link ends. */
    ends_at: moment,
  }),
})

const incidentParams = z.object({ id: z.string() })

/** What was written for those who wait, and the links by which they read it, the newest first; for whoever may read the incident. */
export const statusUpdatesRoute = contract({
  method: 'GET',
  path: '/api/incident-status/:id',
  params: incidentParams,
  response: z.object({
    updates: z.array(updateSchema.extend({ impact: z.string(), by: z.string().nullable() })),
    links: z.array(
      z.object({ id: z.string(), made_at: moment, by: z.string().nullable(), ends_at: moment, is_over: z.boolean() }),
    ),
  }),
})

/** Tells those who wait what is new. Takes the right to write incidents. */
export const addStatusUpdateRoute = contract({
  method: 'POST',
  path: '/api/incident-status/:id/updates',
  params: incidentParams,
  body: z.object({
    text: z
      .string()
      .trim()
      .min(1, 'There is nothing to tell yet')
      .max(5_000, 'At most 5,000 characters are kept here.'),
    impact: z.string().trim().max(500, 'At most 500 characters are kept here.'),
  }),
  response: z.object({ id: z.string() }),
})

/** Makes a link, whose token is shown this once. Takes the right to write incidents. */
export const makeStatusLinkRoute = contract({
  method: 'POST',
  path: '/api/incident-status/:id/links',
  params: incidentParams,
  body: z.object({ hours: z.number().int().min(1).max(mostHours) }),
  response: z.object({ id: z.string(), token: z.string(), ends_at: moment }),
})

/** Takes a link back: whoever reads by it is told at the next look. Takes the right to write incidents. */
export const revokeStatusLinkRoute = contract({
  method: 'DELETE',
  path: '/api/incident-status/:id/links/:link',
  params: z.object({ id: z.string(), link: z.string() }),
  response: z.object({ id: z.string() }),
})
