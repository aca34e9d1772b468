import { z } from 'zod'
import { severities } from '#shared/health/severity.ts'
import { contract } from '#shared/primitives/contract.ts'
import { silenceWindowSchema } from './silence-window.ts'

const wishesSchema = z.object({
  least_severity: z.enum(severities).nullable(),
  /** Only critical messages are sent in this window, unless on call; null for never. */
  quiet: silenceWindowSchema.nullable(),
})
export type Wishes = z.infer<typeof wishesSchema>

const ownRuleSchema = z.object({
  id: z.string(),
  name: z.string(),
  events: z.array(z.string()),
  as: z.array(z.string()),
  is_unsubscribed: z.boolean(),
})
export type OwnRule = z.infer<typeof ownRuleSchema>

export const personalRoute = contract({
  method: 'GET',
  path: '/api/notification/mine',
  embeddedOnly: true,
  response: z.object({ wishes: wishesSchema, rules: z.array(ownRuleSchema) }),
})

export const wishesRoute = contract({
  method: 'PATCH',
  path: '/api/notification/mine',
  embeddedOnly: true,
  body: wishesSchema,
  response: wishesSchema,
})

export const unsubscribeRoute = contract({
  method: 'PATCH',
  path: '/api/notification/mine/rules/:id',
  embeddedOnly: true,
  params: z.object({ id: z.string() }),
  body: z.object({ is_unsubscribed: z.boolean() }),
  response: z.object({ is_unsubscribed: z.boolean() }),
})
