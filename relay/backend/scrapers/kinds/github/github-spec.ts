import { z } from 'zod'
import { booleanField } from '#shared/primitives/document-scalars.ts'
import { dayMs } from '#shared/primitives/time-units.ts'
import { envVar, tlsConfig } from '#relay/backend/clients/run/fields.ts'
import { durationText } from '#relay/backend/scrapers/kinds/audit-events.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'

const text = z.string().min(1)
const account = z.string().regex(/^[\w.-]+$/, 'must be an owner name')
const texts = z.array(text)
const enabled = booleanField.default(false)

export const githubSpec = z
  .strictObject({
    /** `repo` is a name, or patterns separated by commas. */
    repositories: z.array(z.strictObject({ owner: account, repo: text, topics: texts.optional() })).default([]),
    organizations: z
      .array(z.strictObject({ name: account, settings: enabled, rulesets: enabled, apps: enabled, members: enabled }))
      .default([]),
    personalAccessToken: secret(envVar).optional(),
    connection: text.optional(),
    url: text.optional(),
    tls: tlsConfig.optional(),
    security: enabled,
    securityFilters: z
      .strictObject({ severity: texts.optional(), state: texts.default(['open']), maxAge: durationText.optional() })
      .optional(),
    openssf: enabled,
    /** Instead of the public service of OpenSSF. */
    openssfURL: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }).optional(),
    permissions: z.strictObject({ enabled }).optional(),
    commits: z.strictObject({ enabled, maxAge: durationText.default(30 * dayMs) }).optional(),
  })
  .refine(({ repositories, organizations }) => repositories.length + organizations.length > 0, {
    message: 'needs at least one repository',
    path: ['repositories'],
  })
export type GithubSpec = z.infer<typeof githubSpec>
