import { z } from 'zod'
import { matchesPatterns } from '#shared/access/match.ts'
import { envVar, tlsConfig } from '#relay/backend/clients/run/fields.ts'
import { eventAge } from '#relay/backend/scrapers/kinds/audit-events.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'
import { entraSpec } from './entra-spec.ts'

const text = z.string().min(1)
/** Credentials are sent there. */
const address = z.url({ protocol: /^https$/, error: 'must be an https:// address' })

export const azureSpec = z.strictObject({
  subscriptionID: z.string().regex(/^[\w-]+$/, 'must be a subscription id'),
  organisation: text.optional(),
  connection: text.optional(),
  clientID: envVar.optional(),
  clientSecret: secret(envVar).optional(),
  tenantID: z
    .string()
    .regex(/^[\w.-]+$/, 'must be the id or domain of a tenant')
    .optional(),
  include: z.array(text).optional(),
  exclude: z.array(text).optional(),
  exclusions: z.strictObject({ activityLogs: z.array(text).optional() }).optional(),
  entra: entraSpec.optional(),
  graphEndpoint: address.optional(),
  activityAge: eventAge,
  endpoint: address.optional(),
  authority: address.optional(),
  tls: tlsConfig.optional(),
})
export type AzureSpec = z.infer<typeof azureSpec>

const isNamed = (patterns: readonly string[], type: string): boolean => {
  const [namespace = '', ...rest] = type.split('/')
  const names = [type, `Azure::${type}`, namespace, rest.join('/'), rest.at(-1) ?? '']
  return patterns.some((pattern) => names.some((name) => matchesPatterns(pattern, name)))
}

export const isActivityWanted = (spec: AzureSpec): boolean => isWantedType(spec, 'activityLogs')

export const isWantedType = ({ include, exclude = [] }: AzureSpec, type: string): boolean =>
  (include === undefined || isNamed(include, type)) && !isNamed(exclude, type)
