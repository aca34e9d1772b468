import { z } from 'zod'
import { isOwnPath } from '#shared/artifacts/own-path.ts'
import { isDurationField } from '#shared/playbooks/duration-field.ts'
import { aiStep } from '#shared/playbooks/ai-step.ts'
import { catalogStep } from '#shared/playbooks/catalog-step.ts'
import { gitopsStep } from '#shared/playbooks/gitops-step.ts'
import { matchedSelectorSchema } from '#shared/resources/document-selector.ts'
import { parseDuration } from '#shared/primitives/duration.ts'
import { parameterSchema } from '#shared/playbooks/parameter.ts'
import { logsStep, prometheusStep } from '#shared/playbooks/query-steps.ts'
import { booleanField, filledText, integerField, numberField, scalar } from '#shared/primitives/document-scalars.ts'
import { hasTemplate } from '#shared/primitives/has-template.ts'
import { flag, unavailable } from '#shared/playbooks/step-fields.ts'
import { valueFrom, valueSourceSchema } from '#shared/playbooks/value-source.ts'

export const actionKinds = [
  'exec',
  'http',
  'sql',
  'gitops',
  'notification',
  'pod',
  'github',
  'azureDevopsPipeline',
  'ai',
  'prometheus',
  'logs',
  'report',
  'catalog',
] as const
export type ActionKind = (typeof actionKinds)[number]

const notDuration = 'must be a duration such as 30s, 5m or 1h30m, or an expression that returns one'
/** A duration, a number of seconds, a template or a CEL expression; read with `evaluateDuration`. */
const duration = z
  .union([z.string(), z.number()], { error: notDuration })
  .transform(String)
  .refine(isDurationField, notDuration)
const text = z.string()
/** Published fields for other programs that read the document. */
const ignored = z.unknown().optional()
const isRunPath = (path: string): boolean => hasTemplate(path) || isOwnPath(path)
const envVar = z.strictObject({ name: filledText, value: scalar.optional(), valueFrom: valueFrom.optional() })
/** Security: a key written here would be shown with the playbook. */
const storedKey = z.strictObject({ name: text.optional(), valueFrom })
const artifact = z.strictObject({
  path: filledText.refine(isRunPath, 'must be in the current directory, or /dev/stdout or /dev/stderr'),
})

/** The script runs in the folder of the clone. */
const checkout = z.strictObject({
  url: text.optional(),
  connection: text.optional(),
  username: valueSourceSchema.optional(),
  password: valueSourceSchema.optional(),
  type: text.optional(),
  branch: text
    .refine((name) => hasTemplate(name) || !/^-|[\s~^:?*[\\]/.test(name), 'is not a valid branch name')
    .optional(),
  depth: integerField({ min: 1, max: 1_000_000 }).optional(),
  certificate: storedKey.optional(),
  destination: filledText.refine(isRunPath, 'must be in the current directory').optional(),
})
const exec = z.strictObject({
  script: filledText,
  connections: z.looseObject({}).optional(),
  env: z.array(envVar).optional(),
  artifacts: z.array(artifact).optional(),
  checkout: checkout.optional(),
  setup: unavailable,
})
const http = z.strictObject({
  url: text.optional(),
  connection: text.optional(),
  method: text.optional(),
  body: text.optional(),
  headers: z.array(envVar).optional(),
  username: valueSourceSchema.optional(),
  password: valueSourceSchema.optional(),
  bearer: valueSourceSchema.optional(),
  oauth: z
    .strictObject({
      clientID: valueSourceSchema.optional(),
      clientSecret: valueSourceSchema.optional(),
      tokenURL: text,
      scope: z.array(text).optional(),
      scopes: z.array(text).optional(),
      params: z.record(z.string(), text).optional(),
    })
    .optional(),
  tls: z
    .strictObject({
      insecureSkipVerify: flag.optional(),
      handshakeTimeout: z.union([z.string(), z.number()]).optional(),
      ca: valueSourceSchema.optional(),
      cert: valueSourceSchema.optional(),
      key: storedKey.optional(),
    })
    .optional(),
  ntlm: flag.optional(),
  ntlmv2: flag.optional(),
  digest: flag.optional(),
  awsSigV4: unavailable,
  templateBody: flag.optional(),
})
const sql = z.strictObject({
  query: filledText,
  driver: text.optional(),
  connection: text.optional(),
  url: text.optional(),
})
const notification = z.strictObject({
  title: filledText,
  message: filledText,
  url: text.optional(),
  connection: text.optional(),
  properties: z.record(z.string(), scalar).optional(),
  attachments: unavailable,
})
/** `command`, `args` and everything else are fields of Kubernetes. */
const podContainers = z.array(z.looseObject({}))
const pod = z.strictObject({
  name: filledText,
  spec: z.looseObject({
    containers: podContainers.min(1),
    initContainers: podContainers.optional(),
  }),
  namespace: text.optional(),
  connection: text.optional(),
  kubeconfig: valueSourceSchema.optional(),
  artifacts: z.array(z.strictObject({ path: filledText })).optional(),
  /** Characters of the log in the result. */
  maxLength: integerField({ min: 0, max: 65_536 }).optional(),
})
const github = z.strictObject({
  /** `name`, with the owner in `username`, or `owner/name`. */
  repo: filledText,
  username: valueSourceSchema.optional(),
  token: valueSourceSchema.optional(),
  connection: text.optional(),
  /** Of the API, for GitHub Enterprise. */
  url: text.optional(),
  workflows: z
    .array(
      z.strictObject({
        id: scalar.transform(String).pipe(filledText),
        ref: text.optional(),
        input: z.union([text, z.record(z.string(), scalar)]).optional(),
      }),
    )
    .min(1),
})
const azureDevopsPipeline = z.strictObject({
  org: text.optional(),
  project: filledText,
  token: valueSourceSchema.optional(),
  connection: text.optional(),
  url: text.optional(),
  pipeline: z.strictObject({
    id: scalar.transform(String).pipe(filledText),
    version: scalar.transform(String).optional(),
  }),
  /** The parameters of its templates, or a request with `templateParameters`, `variables`, `resources`, `stagesToSkip`. */
  parameters: z.record(z.string(), z.unknown()).optional(),
})
export const actionSchema = z
  .strictObject({
    name: filledText,
    /** CEL; the step is skipped unless true. By default a step is skipped after a failed one. */
    if: text.optional(),
    /** The former name of `if`. */
    filter: text.optional(),
    parallelism: unavailable,
    delay: duration.optional(),
    timeout: duration.optional(),
    retry: z
      .strictObject({
        limit: integerField({ min: 0, max: 100 }),
        duration: duration.optional(),
        jitter: numberField({ min: 0, max: 100 }).optional(),
        exponent: z.strictObject({ multiplier: numberField({ min: 1, max: 100 }) }).optional(),
      })
      .optional(),
    runsOn: z.array(text).optional(),
    templatesOn: z.enum(['host', 'agent']).optional(),
    contentType: ignored,
    exec: exec.optional(),
    http: http.optional(),
    sql: sql.optional(),
    gitops: gitopsStep.optional(),
    notification: notification.optional(),
    pod: pod.optional(),
    github: github.optional(),
    azureDevopsPipeline: azureDevopsPipeline.optional(),
    ai: aiStep.optional(),
    prometheus: prometheusStep.optional(),
    logs: logsStep.optional(),
    report: unavailable,
    catalog: catalogStep.optional(),
  })
  .refine(({ if: condition, filter }) => condition === undefined || filter === undefined, {
    message: 'repeats if',
    path: ['filter'],
  })
  .refine((action) => actionKinds.filter((kind) => action[kind] !== undefined).length === 1, {
    message: `needs exactly one of ${actionKinds.join(', ')}`,
  })
export type PlaybookAction = z.infer<typeof actionSchema>

export const getActionKind = (action: PlaybookAction): ActionKind =>
  actionKinds.find((kind) => action[kind] !== undefined) ?? 'exec'

export const getCondition = ({ if: condition, filter }: PlaybookAction): string | undefined => condition ?? filter

const notTolerance = 'must be true, false or an accepted difference of clocks such as 5m'
const tolerance = z.union([booleanField, text.refine((value) => parseDuration(value) !== null, notTolerance)], {
  error: notTolerance,
})
const keyAddress = z.url({
  protocol: /^https?$/,
  error: 'must be an address such as https://sso.example.com/.well-known/jwks.json',
})

const selectors = z.array(matchedSelectorSchema)
const eventTrigger = z.strictObject({
  event: filledText,
  labels: z.record(z.string(), text).optional(),
  filter: text.optional(),
})
const trigger = z.strictObject({
  canary: z.array(eventTrigger).optional(),
  config: z.array(eventTrigger).optional(),
  component: z.array(eventTrigger).optional(),
  schedule: z.array(z.strictObject({ schedule: filledText })).optional(),
  webhook: z
    .strictObject({
      path: filledText,
      authentication: z
        .strictObject({
          basic: z.strictObject({ username: valueSourceSchema, password: valueSourceSchema }).optional(),
          github: z.strictObject({ token: valueSourceSchema }).optional(),
          svix: z.strictObject({ secret: valueSourceSchema, verifyTimestamp: tolerance.optional() }).optional(),
          jwt: z.strictObject({ jwksUri: keyAddress }).optional(),
        })
        .optional(),
    })
    .optional(),
})

const uniqueNames = (list: readonly { readonly name: string }[]) =>
  new Set(list.map(({ name }) => name)).size === list.length

export const playbookSpecSchema = z.strictObject({
  title: text.optional(),
  description: text.optional(),
  category: text.optional(),
  icon: text.optional(),
  timeout: duration.optional(),
  runsOn: z.array(text).optional(),
  templatesOn: z.enum(['host', 'agent']).optional(),
  env: z.array(envVar).optional(),
  permissions: z
    .array(
      z
        .strictObject({
          role: filledText.optional(),
          team: filledText.optional(),
          ref: z
            .unknown()
            .refine((ref) => ref === undefined, 'cannot work here: name a role or a team')
            .optional(),
        })
        .refine(({ role, team }) => (role ?? team) !== undefined, 'needs a role or a team'),
    )
    .optional(),
  /** Setting any of the three makes a target mandatory. */
  configs: selectors.optional(),
  checks: selectors.optional(),
  components: selectors.optional(),
  parameters: z.array(parameterSchema).refine(uniqueNames, 'must have unique names').optional(),
  actions: z.array(actionSchema).min(1, 'needs at least one action'),
  filters: z.array(text).optional(),
  approval: z
    .strictObject({
      type: z.enum(['any', 'all']).optional(),
      approvers: z.strictObject({ people: z.array(text).optional(), teams: z.array(text).optional() }).optional(),
      allowSelf: booleanField.optional(),
    })
    .optional(),
  on: trigger.optional(),
  jsonSchema: ignored,
  ui: ignored,
  mcp: ignored,
})
export type PlaybookSpec = z.infer<typeof playbookSpecSchema>

/** Without `type`, a run needs the approval of each approver. */
export const usualApproval = 'all'

export const findApprovers = ({ approval }: Pick<PlaybookSpec, 'approval'>) => {
  const people = approval?.approvers?.people ?? []
  const teams = approval?.approvers?.teams ?? []
  return people.length + teams.length === 0 ? null : { type: approval?.type ?? usualApproval, people, teams }
}
