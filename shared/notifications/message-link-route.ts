import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

const about = z.object({
  kind: z.enum(['check', 'config', 'component', 'incident', 'playbook']),
  id: z.string(),
  /** What happened, and when. */
  event: z.string(),
  at: z.string(),
  ends_at: z.string(),
  /** The run that an approval is of. */
  run_id: z.string().nullable(),
})

/**
 * What the link of a message is about. It is signed and ends; what can be done there is decided by the rights of who opens it, and
 * reading it changes nothing, so that programs that open every link of a mail acknowledge nothing.
 */
export const messageLinkRoute = contract({
  method: 'GET',
  path: '/api/notification/link',
  query: z.object({ token: z.string().max(1_000) }),
  response: z.discriminatedUnion('state', [
    z.object({
      state: z.literal('valid'),
      about,
      /** The thing as it is now; null where it is gone, or not for this person to see. */
      thing: z
        .object({
          name: z.string(),
          type: z.string().nullable(),
          health: z.string().nullable(),
          /** Where it is an incident: how that is, and since when somebody is at it. */
          incident: z.object({ status: z.string(), acknowledged: z.string().nullable() }).nullable(),
        })
        .nullable(),
    }),
    z.object({ state: z.literal('ended'), about }),
    /** Not a link of this console, or changed on its way. */
    z.object({ state: z.literal('unknown') }),
  ]),
})
export type MessageLink = z.infer<typeof messageLinkRoute.response>
