import { z } from 'zod'
import { matchesPatterns } from '#shared/access/match.ts'
import { envVar, tlsConfig } from '#relay/backend/checks/types/fields.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'

const text = z.string().min(1)
const address = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })

export const azureSpec = z.strictObject({
  subscriptionID: z.string().regex(/^[\w-]+$/, 'must be the id of a subscription'),
  /** Kept as a tag of everything that is found. */
  organisation: text.optional(),
  connection: text.optional(),
  clientID: envVar.optional(),
  clientSecret: secret(envVar).optional(),
  tenantID: z
    .string()
    .regex(/^[\w.-]+$/, 'must be the id or the domain of a tenant')
    .optional(),
  /** Types, their namespaces or last parts, in which `*` may stand. */
  include: z.array(text).optional(),
  exclude: z.array(text).optional(),
  /** Activity logs are not read: there is nothing of them to leave out. */
  exclusions: z.strictObject({ activityLogs: z.array(text).optional() }).optional(),
  /** The Resource Manager, where it is not that of the public cloud. */
  endpoint: address.optional(),
  /** Who hands out tokens, where it is not that of the public cloud. */
  authority: address.optional(),
  tls: tlsConfig.optional(),
})
export type AzureSpec = z.infer<typeof azureSpec>

const isNamed = (patterns: readonly string[], type: string): boolean => {
  const [namespace = '', ...rest] = type.split('/')
  const names = [type, `Azure::${type}`, namespace, rest.join('/'), rest.at(-1) ?? '']
  return patterns.some((pattern) => names.some((name) => matchesPatterns(pattern, name)))
}

/** Whether resources of a type, such as `Microsoft.Compute/virtualMachines`, are items. */
export const isWantedType = ({ include, exclude = [] }: AzureSpec, type: string): boolean =>
  (include === undefined || isNamed(include, type)) && !isNamed(exclude, type)
