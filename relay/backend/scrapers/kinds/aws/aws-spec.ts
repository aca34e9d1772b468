import { z } from 'zod'
import { matchesPatterns } from '#shared/access/match.ts'
import { envVar } from '#relay/backend/checks/types/fields.ts'
import { eventAge } from '#relay/backend/scrapers/kinds/audit-events.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'
import { costReport } from './resource-costs.ts'

const text = z.string().min(1)
const region = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
/** What documents may ask for beside the resources, and this console does not read. */
const notRead = {
  exclusions: 'exclusions by name or tag (transform can do so)',
} as const
const anything = z.unknown().optional()

export const awsSpec = z
  .strictObject({
    connection: text.optional(),
    accessKey: secret(envVar).optional(),
    secretKey: secret(envVar).optional(),
    sessionToken: secret(envVar).optional(),
    /** The connection's own, or else us-east-1, where it is left out. */
    region: z
      .union([region.transform((one) => [one]), z.array(region)], { error: 'must be regions such as eu-central-1' })
      .optional(),
    /** Where everything is asked, such as a stand-in for AWS. */
    endpoint: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }).optional(),
    skipTLSVerify: z.boolean().optional(),
    /** The ARN of a role that is taken on before anything is read. */
    assumeRole: text.optional(),
    /** Types, services and last parts of types, in which `*` may stand. */
    include: z.array(text).optional(),
    exclude: z.array(text).optional(),
    exclusions: anything,
    /** What does not comply with rules of AWS Config, as insights. */
    compliance: z.union([z.boolean(), z.looseObject({})]).optional(),
    /** What somebody did, as changes; `exclude` has names of events. */
    cloudtrail: z.strictObject({ maxAge: eventAge, exclude: z.array(text).optional() }).optional(),
    /** Checks of Trusted Advisor that are not well, as insights; `exclude` may name checks. */
    trusted_advisor_check: z.boolean().optional(),
    /** What things cost, as the report of costs and usage has it. */
    costReporting: costReport.optional(),
    cost_reporting: costReport.optional(),
  })
  .refine(({ accessKey, secretKey }) => (accessKey === undefined) === (secretKey === undefined), {
    message: 'goes with accessKey: both are needed, or neither',
    path: ['secretKey'],
  })
export type AwsSpec = z.infer<typeof awsSpec>

/** What a document asks for and a run leaves out, each a sentence. */
export const leftOut = (spec: AwsSpec): readonly string[] =>
  Object.entries(notRead).flatMap(([name, label]) => {
    const value: unknown = Reflect.get(spec, name)
    return value === undefined || value === false ? [] : [`${name}: ${label} is not read by this console.`]
  })

/** `AWS::EC2::Instance`, `EC2::Instance`, `EC2Instance`, `Instance` and `EC2` are all names of it. */
const listTypeNames = (type: string): readonly string[] => {
  const [, service = '', last = ''] = type.split('::')
  return [type, `${service}::${last}`, `${service}${last}`, last, service]
}

const isNamed = (patterns: readonly string[], type: string): boolean =>
  patterns.some((pattern) => listTypeNames(type).some((name) => matchesPatterns(pattern, name)))

export const isWantedType = ({ include, exclude = [] }: AwsSpec, type: string): boolean =>
  (include === undefined || isNamed(include, type)) && !isNamed(exclude, type)
