import { z } from 'zod'
import { envVar } from '#relay/backend/clients/run/fields.ts'
import { eventAge } from '#relay/backend/scrapers/kinds/audit-events.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'

const text = z.string().min(1)

export const gcpSpec = z.strictObject({
  project: z.string().regex(/^[\w.:-]+$/, 'must be a project id'),
  connection: text.optional(),
  credentials: secret(envVar).optional(),
  include: z.array(text).optional(),
  exclude: z.array(text).optional(),
  endpoint: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }).optional(),
  skipTLSVerify: z.boolean().optional(),
  auditLogs: z
    .strictObject({
      since: eventAge,
      methods: z.array(text).optional(),
      serviceNames: z.array(text).optional(),
      principalEmails: z.array(text).optional(),
      userAgents: z.array(text).optional(),
      permissions: z.array(text).optional(),
      /** Accepted for compatibility; the log itself is read. */
      dataset: text.optional(),
    })
    .optional(),
})
export type GcpSpec = z.infer<typeof gcpSpec>
