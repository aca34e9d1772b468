import { z } from 'zod'
import { booleanField } from '#shared/primitives/document-scalars.ts'
import { matchesGlob } from '#shared/primitives/glob.ts'
import { envVar, tlsConfig } from '#relay/backend/clients/run/fields.ts'
import { unavailable } from '#relay/backend/clients/run/unavailable-field.ts'
import { durationText } from '#relay/backend/scrapers/kinds/audit-events.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'

const text = z.string().min(1)
/** Patterns of names, or true for all. */
const named = z.union([z.array(text), booleanField.transform((isWanted) => (isWanted ? ['*'] : []))])
export const azureDevopsSpec = z
  .strictObject({
    organization: text.optional(),
    projects: z.array(text).optional(),
    pipelines: z.array(text).optional(),
    personalAccessToken: secret(envVar).optional(),
    connection: text.optional(),
    maxAge: durationText.optional(),
    runs: z.number().int().min(1).max(100).default(50),
    permissions: unavailable('only projects, pipelines, releases and repositories are read').optional(),
    releases: named.optional(),
    repositories: named.optional(),
    auditLog: unavailable('only projects, pipelines, releases and repositories are read').optional(),
    url: text.optional(),
    /** Of a server, where it is not the service in the cloud. */
    releasesURL: text.optional(),
    tls: tlsConfig.optional(),
  })
  .refine(({ organization, connection }) => (organization ?? connection) !== undefined, {
    message: 'required',
    path: ['organization'],
  })
export type AzureDevopsSpec = z.infer<typeof azureDevopsSpec>

export const projectSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  state: z.string().nullish(),
  visibility: z.string().nullish(),
})
export type Project = z.infer<typeof projectSchema>

export const isWanted = (patterns: readonly string[] | undefined, names: readonly string[]): boolean =>
  patterns === undefined || patterns.some((pattern) => names.some((name) => matchesGlob(pattern, name)))
