import { z } from 'zod'
import { uiSchema } from '#shared/identity/ui-node.ts'

/** The self-service flows of the identity service. */
export type FlowKind = 'login' | 'registration' | 'recovery' | 'verification' | 'settings' | 'logout'

/** What the service says comes next; an action that is not known here is passed over. */
const continueWithSchema = z.object({
  action: z.string(),
  redirect_browser_to: z.string().optional(),
  flow: z.object({ id: z.string() }).optional().catch(undefined),
})
export type ContinueWith = z.infer<typeof continueWithSchema>

const continuationsSchema = z
  .array(continueWithSchema)
  .nullish()
  .transform((items) => items ?? [])

const addressSchema = z.object({ value: z.string(), verified: z.boolean() })

/** A flow that is under way, as the service shows it. */
export const flowSchema = z.object({
  id: z.string(),
  return_to: z.string().nullish(),
  refresh: z.boolean().nullish(),
  requested_aal: z.string().nullish(),
  state: z.unknown().optional(),
  continue_with: continuationsSchema,
  ui: uiSchema,
  /** Whom a settings flow is about. */
  identity: z
    .object({ verifiable_addresses: z.array(addressSchema).nullish() })
    .nullish()
    .catch(undefined),
})
export type Flow = z.infer<typeof flowSchema>

/** The end of a login or a registration: a session, or an identity that has none yet. */
export const doneSchema = z
  .object({ session: z.unknown().optional(), identity: z.unknown().optional(), continue_with: continuationsSchema })
  .refine(({ session, identity }) => session != null || identity != null)

export const logoutSchema = z.object({ logout_token: z.string() })

/** Every refusal of the service that is no form; extras stand beside `error` or in its details. */
export const flowErrorSchema = z.object({
  error: z.object({
    id: z.string().nullish(),
    reason: z.string().nullish(),
    message: z.string().nullish(),
    details: z
      .object({ redirect_browser_to: z.string().optional(), continue_with: continuationsSchema.catch([]) })
      .nullish()
      .catch(undefined),
  }),
  redirect_browser_to: z.string().nullish(),
  use_flow_id: z.string().nullish(),
})
