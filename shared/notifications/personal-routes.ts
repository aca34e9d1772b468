import { z } from 'zod'
import { severities } from '#shared/health/severity.ts'
import { contract } from '#shared/primitives/contract.ts'
import { silenceWindowSchema } from './silence-window.ts'

/** What somebody wants of the messages that are for them. */
const wishesSchema = z.object({
  /** Nothing that is less grave; null for everything. What has no severity always comes. */
  least_severity: z.enum(severities).nullable(),
  /** When nothing but what is critical comes, unless they are on call; null for never. */
  quiet: silenceWindowSchema.nullable(),
})
export type Wishes = z.infer<typeof wishesSchema>

const ownRuleSchema = z.object({
  id: z.string(),
  name: z.string(),
  events: z.array(z.string()),
  /** As whom the person is told: `you`, `team payments`, `on call for payments`. */
  as: z.array(z.string()),
  is_unsubscribed: z.boolean(),
})
export type OwnRule = z.infer<typeof ownRuleSchema>

/** What the viewer wants, and the rules that tell them. */
export const personalRoute = contract({
  method: 'GET',
  path: '/api/notification/mine',
  response: z.object({ wishes: wishesSchema, rules: z.array(ownRuleSchema) }),
})

/** Sets what the viewer wants. */
export const wishesRoute = contract({
  method: 'PATCH',
  path: '/api/notification/mine',
  body: wishesSchema,
  response: wishesSchema,
})

/** Unsubscribes the viewer from a rule that tells them, or subscribes them again. 404 for a rule that does not. */
export const unsubscribeRoute = contract({
  method: 'PATCH',
  path: '/api/notification/mine/rules/:id',
  params: z.object({ id: z.string() }),
  body: z.object({ is_unsubscribed: z.boolean() }),
  response: z.object({ is_unsubscribed: z.boolean() }),
})
