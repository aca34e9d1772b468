import { z } from 'zod'

const deviceSchema = z.object({
  ip_address: z.string().nullish(),
  user_agent: z.string().nullish(),
  location: z.string().nullish(),
})

export const identitySessionSchema = z.object({
  id: z.string(),
  active: z.boolean().nullish(),
  authenticated_at: z.string().nullish(),
  authenticator_assurance_level: z.string().nullish(),
  devices: z
    .array(deviceSchema)
    .nullish()
    .transform((devices) => devices ?? []),
})
export type IdentitySession = z.infer<typeof identitySessionSchema>
