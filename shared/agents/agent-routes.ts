import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { idSchema } from '#shared/primitives/id.ts'

const name = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(63, 'A name can have at most 63 characters.')
  .regex(/^[a-zA-Z0-9]([\w.-]*[a-zA-Z0-9])?$/, 'Use only A-Z, a-z, 0-9, dots, dashes and underscores.')

const newAgentSchema = z.object({
  name,
  properties: z.record(z.string().min(1).max(63), z.string().max(255)).default({}),
})

/** Production sends neither `agent_id` nor `expires_at` (recorded: `agent-generate`). */
const tokenSchema = { access_token: z.string(), expires_at: z.string().optional() }

export const generateAgentRoute = contract({
  method: 'POST',
  path: '/api/agent/generate',
  body: newAgentSchema,
  response: z.object({ id: z.string(), username: z.string(), agent_id: z.string().optional(), ...tokenSchema }),
})

export const renewTokenRoute = contract({
  method: 'POST',
  path: '/api/agent/token/:id',
  embeddedOnly: true,
  params: z.object({ id: idSchema }),
  response: z.object(tokenSchema),
})

/** Production's route; it rejects an agent that already has a token with 409. */
export const tokenByNameRoute = contract({
  method: 'POST',
  path: '/api/agent/token',
  body: z.object({ AgentName: z.string() }),
  response: z.looseObject(tokenSchema),
})

export const upstreamRoute = contract({
  method: 'GET',
  path: '/api/agent/upstream',
  embeddedOnly: true,
  response: z
    .object({
      url: z.string(),
      agent: z.string().nullable(),
      state: z.enum(['connecting', 'reporting', 'failing']),
      since: z.string().nullable(),
      reason: z.string().nullable(),
      last_answer: z.string().nullable(),
      waiting: z.number(),
      lost: z.array(z.object({ relation: z.string(), reason: z.string(), count: z.number(), last_at: z.string() })),
    })
    .nullable(),
})
export type UpstreamState = z.infer<typeof upstreamRoute.response>

export const pushSchema = z.strictObject({
  hostname: z.string().max(255).optional(),
  version: z.string().max(63).optional(),
  rows: z.record(z.string().max(63), z.array(z.record(z.string(), z.unknown())).max(2_000)).default({}),
})
export type Push = z.input<typeof pushSchema>

/** `Authorization: Basic token:<access token>`, or the same token as Bearer. */
export const pushRoute = contract({
  method: 'POST',
  path: '/api/agent/push',
  body: pushSchema,
  response: z.object({
    agent: z.object({ id: z.string(), name: z.string() }),
    /** Missing rows that others of this push refer to, by relation; the referring rows were not stored. */
    missing: z.record(z.string(), z.array(z.string())),
  }),
})
export type PushResponse = z.infer<typeof pushRoute.response>
