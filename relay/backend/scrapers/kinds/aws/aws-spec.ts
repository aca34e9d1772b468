import { z } from 'zod'
import { matchesPatterns } from '#shared/access/match.ts'
import { envVar } from '#relay/backend/clients/run/fields.ts'
import { eventAge } from '#relay/backend/scrapers/kinds/audit-events.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'

/** Security: quoted into a query, so it must not contain quotes. */
const name = z.string().regex(/^[\w-]{1,255}$/, 'must consist of a-z, A-Z, 0-9, _ and -')

const s3Location = z
  .string()
  .regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/\S*)?$/, 'must be a location such as s3://bucket/path')

const costReport = z
  .strictObject({
    s3BucketPath: s3Location.optional(),
    s3_bucket_path: s3Location.optional(),
    database: name,
    table: name,
    region: z
      .string()
      .regex(/^[a-z0-9-]+$/)
      .optional(),
  })
  .transform(({ s3BucketPath, s3_bucket_path: other, ...rest }, context) => {
    const output = s3BucketPath ?? other
    if (output !== undefined) return { ...rest, output }
    context.addIssue({
      code: 'custom',
      path: ['s3BucketPath'],
      message: 'required: the S3 location for Athena results',
    })
    return z.NEVER
  })

export type CostReport = z.infer<typeof costReport>

const text = z.string().min(1)
const region = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
const notRead = {
  exclusions: 'exclusions by name or tag (transform can do so)',
} as const
const anything = z.unknown().optional()

const signInFields = {
  connection: text.optional(),
  accessKey: secret(envVar).optional(),
  secretKey: secret(envVar).optional(),
  sessionToken: secret(envVar).optional(),
  region: z
    .union([region.transform((one) => [one]), z.array(region)], { error: 'must be regions such as eu-central-1' })
    .optional(),
  endpoint: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }).optional(),
  skipTLSVerify: z.boolean().optional(),
  assumeRole: text.optional(),
}

export const awsSpec = z
  .strictObject({
    ...signInFields,
    /** Forms group these fields. */
    awsConnection: z.strictObject(signInFields).optional(),
    include: z.array(text).optional(),
    exclude: z.array(text).optional(),
    exclusions: anything,
    compliance: z.union([z.boolean(), z.looseObject({})]).optional(),
    cloudtrail: z
      .strictObject({ maxAge: eventAge, max_age: eventAge.unwrap().optional(), exclude: z.array(text).optional() })
      .transform(({ maxAge, max_age: other, exclude }) => ({ maxAge: other ?? maxAge, exclude }))
      .optional(),
    trusted_advisor_check: z.boolean().optional(),
    costReporting: costReport.optional(),
    cost_reporting: costReport.optional(),
  })
  .transform(({ awsConnection, ...spec }) => ({ ...awsConnection, ...spec }))
  .refine(({ accessKey, secretKey }) => (accessKey === undefined) === (secretKey === undefined), {
    message: 'requires accessKey: set both or neither',
    path: ['secretKey'],
  })
export type AwsSpec = z.infer<typeof awsSpec>

export const leftOut = (spec: AwsSpec): readonly string[] =>
  Object.entries(notRead).flatMap(([name, label]) => {
    const value: unknown = Reflect.get(spec, name)
    return value === undefined || value === false ? [] : [`${name}: ${label} is not supported.`]
  })

const listTypeNames = (type: string): readonly string[] => {
  const [, service = '', last = ''] = type.split('::')
  return [type, `${service}::${last}`, `${service}${last}`, last, service]
}

const isNamed = (patterns: readonly string[], type: string): boolean =>
  patterns.some((pattern) => listTypeNames(type).some((name) => matchesPatterns(pattern, name)))

export const isWantedType = ({ include, exclude = [] }: AwsSpec, type: string): boolean =>
  (include === undefined || isNamed(include, type)) && !isNamed(exclude, type)
