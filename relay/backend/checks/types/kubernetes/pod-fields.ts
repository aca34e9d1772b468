import { isIP } from 'node:net'
import { parse } from 'yaml'
import { z } from 'zod'
import { count, port } from '#relay/backend/clients/run/fields.ts'
import { demandYamlDepth } from '#relay/backend/parsing/yaml-depth.ts'

const milliseconds = count.optional()

export interface IngressHost {
  readonly name: string
  readonly origin: string
}

const ingressHost = z.string().transform((text, context): IngressHost => {
  const [, scheme = 'http', name = '', portPart = ''] =
    /^(?:(https?):\/\/)?([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(:\d+)?\/?$/i.exec(text) ?? []
  const origin = `${scheme.toLowerCase()}://${name}${portPart}`
  if (name !== '' && isIP(name) === 0 && URL.canParse(origin)) return { name: name.toLowerCase(), origin }
  context.addIssue({
    code: 'custom',
    message: 'must be a host name such as shop.example.com, optionally with https:// before and a port after it',
  })
  return z.NEVER
})

/** Timeouts are milliseconds. */
export const podFields = {
  readyTimeout: milliseconds,
  httpTimeout: milliseconds,
  httpRetryInterval: milliseconds,
  deleteTimeout: milliseconds,
  deadline: milliseconds,
  port: port.optional(),
  path: z.string().optional(),
  expectedContent: z.string().optional(),
  expectedHttpStatuses: z.array(z.number().int().min(100).max(999)).optional(),
  priorityClass: z.string().min(1).optional(),
  ingressName: z
    .string()
    .max(253)
    .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'must be a name: lowercase letters, digits, dots and dashes')
    .optional(),
  ingressHost: ingressHost.optional(),
  ingressClass: z.string().min(1).optional(),
  ingressTimeout: milliseconds,
}

export interface PodOptions {
  readonly scheduleTimeout?: number | undefined
  readonly readyTimeout?: number | undefined
  readonly httpTimeout?: number | undefined
  readonly httpRetryInterval?: number | undefined
  readonly deleteTimeout?: number | undefined
  readonly deadline?: number | undefined
  readonly port?: number | undefined
  readonly path?: string | undefined
  readonly expectedContent?: string | undefined
  readonly expectedHttpStatuses?: readonly number[] | undefined
  readonly priorityClass?: string | undefined
  readonly ingressName?: string | undefined
  readonly ingressHost?: IngressHost | undefined
  readonly ingressClass?: string | undefined
  readonly ingressTimeout?: number | undefined
}

/** Without a host the ingress would take the requests for all hosts of the cluster. */
export const demandIngressHost = (
  { ingressName, ingressClass, ingressHost: host }: PodOptions,
  context: z.RefinementCtx,
): void => {
  const field = ingressName === undefined ? 'ingressClass' : 'ingressName'
  if (host === undefined && (ingressName ?? ingressClass) !== undefined)
    context.addIssue({ code: 'custom', path: ['ingressHost'], message: `required by ${field}` })
}

/** Stages end before the timeout of the check, so that the failed one is reported. */
const stagesShare = 0.9

export const limitStages = ({ deadline = 0 }: PodOptions, timeoutMs: number): number =>
  Math.min(deadline > 0 ? deadline : Infinity, timeoutMs * stagesShare)

const shortTimeoutMs = 15_000

/** Timeout of a check whose document has none. */
export const findPodTimeout = (options: PodOptions): number | undefined => {
  const { deadline = 0, scheduleTimeout = 0, readyTimeout = 0, ingressTimeout = 0, httpTimeout = 0 } = options
  const stages = scheduleTimeout + readyTimeout + ingressTimeout + httpTimeout + (options.deleteTimeout ?? 0)
  const wanted = Math.ceil((deadline > 0 ? deadline : stages) / stagesShare)
  return deadline > 0 || wanted > shortTimeoutMs ? wanted : undefined
}

export const podSchema = z.looseObject({
  kind: z.literal('Pod').optional(),
  metadata: z
    .looseObject({
      name: z.string().optional(),
      namespace: z.string().optional(),
      labels: z.record(z.string(), z.coerce.string()).nullish(),
    })
    .default({}),
  spec: z.looseObject({ containers: z.array(z.looseObject({})).min(1) }),
})
export type PodTemplate = z.infer<typeof podSchema>

export const podTemplate = z.string().transform((text, context): PodTemplate => {
  let raw: unknown
  try {
    raw = parse(demandYamlDepth(text), { merge: true })
  } catch {
    raw = undefined
  }
  const read = podSchema.safeParse(raw)
  if (read.success) return read.data
  context.addIssue({ code: 'custom', message: 'must be the YAML of a Pod with spec.containers' })
  return z.NEVER
})
