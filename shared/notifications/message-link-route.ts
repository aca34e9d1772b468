import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

const about = z.object({
  kind: z.enum(['check', 'config', 'component', 'incident', 'playbook']),
  id: z.string(),
  event: z.string(),
  at: z.string(),
  ends_at: z.string(),
  run_id: z.string().nullable(),
})

/**
 * Signed and expiring; actions need the permissions of the person. Reading must change nothing, because mail
 * scanners open links.
 */
export const messageLinkRoute = contract({
  method: 'GET',
  path: '/api/notification/link',
  embeddedOnly: true,
  query: z.object({ token: z.string().max(1_000) }),
  response: z.discriminatedUnion('state', [
    z.object({
      state: z.literal('valid'),
      about,
      thing: z
        .object({
          name: z.string(),
          type: z.string().nullable(),
          health: z.string().nullable(),
          incident: z.object({ status: z.string(), acknowledged: z.string().nullable() }).nullable(),
        })
        .nullable(),
    }),
    z.object({ state: z.literal('ended'), about }),
    z.object({ state: z.literal('unknown') }),
  ]),
})
export type MessageLink = z.infer<typeof messageLinkRoute.response>
