import { z } from 'zod'
import { uiSchema } from '#shared/identity/ui-node.ts'

export type FlowKind = 'login' | 'registration' | 'recovery' | 'verification' | 'settings' | 'logout'

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

export const flowSchema = z.object({
  id: z.string(),
  return_to: z.string().nullish(),
  refresh: z.boolean().nullish(),
  requested_aal: z.string().nullish(),
  state: z.unknown().optional(),
  continue_with: continuationsSchema,
  ui: uiSchema,
  identity: z
    .object({ verifiable_addresses: z.array(addressSchema).nullish() })
    .nullish()
    .catch(undefined),
})
export type Flow = z.infer<typeof flowSchema>

export const doneSchema = z
  .object({ session: z.unknown().optional(), identity: z.unknown().optional(), continue_with: continuationsSchema })
  .refine(({ session, identity }) => session != null || identity != null)

export const logoutSchema = z.object({ logout_token: z.string() })

/** Extras are beside `error` or in its details. */
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
