import { z } from 'zod'
import { envVar } from '#relay/backend/checks/types/fields.ts'
import { eventAge } from '#relay/backend/scrapers/kinds/audit-events.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'

const text = z.string().min(1)

export const gcpSpec = z.strictObject({
  project: z.string().regex(/^[\w.:-]+$/, 'must be the id of a project'),
  /** One with the key of a service account as its certificate. */
  connection: text.optional(),
  /** The key of a service account, as JSON. */
  credentials: secret(envVar).optional(),
  /** Types, also as asset types (`compute.googleapis.com/Disk`), in which `*` may stand. */
  include: z.array(text).optional(),
  exclude: z.array(text).optional(),
  /** Where every service is asked, such as a stand-in for Google Cloud. */
  endpoint: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }).optional(),
  skipTLSVerify: z.boolean().optional(),
  /** What somebody did, as changes: those entries of the audit log that match everything that is given. */
  auditLogs: z
    .strictObject({
      since: eventAge,
      methods: z.array(text).optional(),
      serviceNames: z.array(text).optional(),
      principalEmails: z.array(text).optional(),
      userAgents: z.array(text).optional(),
      /** Where documents elsewhere have it read from; here it is read from the log itself. */
      dataset: text.optional(),
    })
    .optional(),
})
export type GcpSpec = z.infer<typeof gcpSpec>
