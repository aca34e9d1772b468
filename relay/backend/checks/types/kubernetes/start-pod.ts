import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'yaml'
import { z } from 'zod'
import type { CheckResult } from '#relay/backend/checks/spec/check-type.ts'
import { count, port } from '#relay/backend/clients/run/fields.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import type { KubernetesApi } from '#relay/backend/clients/kubernetes/kubernetes-api.ts'
import { withTemporaryPod } from '#relay/backend/clients/kubernetes/temporary-pod.ts'
import { manifestSchema, readManifestState } from '#relay/backend/clients/kubernetes/manifest.ts'
import { pollMs } from './cluster-objects.ts'
import { unavailable } from '#relay/backend/clients/run/unavailable-field.ts'
import { humanizeDuration } from '#relay/backend/templates/functions/time-functions.ts'
import { demandYamlDepth } from '#relay/backend/parsing/yaml-depth.ts'

const noIngress = 'the pod is requested through the API of the cluster, by port and path'
const milliseconds = count.optional()

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
  ingressName: unavailable(noIngress).optional(),
  ingressHost: unavailable(noIngress).optional(),
  ingressClass: unavailable(noIngress).optional(),
  ingressTimeout: unavailable(noIngress).optional(),
}

export interface PodOptions {
  readonly scheduleTimeout?: number | undefined
  readonly readyTimeout?: number | undefined
  readonly httpTimeout?: number | undefined
  readonly httpRetryInterval?: number | undefined
  readonly port?: number | undefined
  readonly path?: string | undefined
  readonly expectedContent?: string | undefined
  readonly expectedHttpStatuses?: readonly number[] | undefined
  readonly priorityClass?: string | undefined
}

export const podSchema = z.looseObject({
  kind: z.literal('Pod').optional(),
  metadata: z.looseObject({ name: z.string().optional(), namespace: z.string().optional() }).default({}),
  spec: z.looseObject({ containers: z.array(z.looseObject({})).min(1) }),
})
export type PodTemplate = z.infer<typeof podSchema>

export const podTemplate = z.string().transform((text, context): PodTemplate => {
  let raw: unknown
  try {
    raw = parse(demandYamlDepth(text))
  } catch {
    raw = undefined
  }
  const read = podSchema.safeParse(raw)
  if (read.success) return read.data
  context.addIssue({ code: 'custom', message: 'must be the YAML of a Pod with spec.containers' })
  return z.NEVER
})

const waitUntilReady = async (
  api: KubernetesApi,
  path: string,
  { scheduleTimeout = 0, readyTimeout = 0 }: PodOptions,
  { signal, timeoutMs }: ClientRun,
): Promise<string | undefined> => {
  const startedAt = performance.now()
  const limitMs = scheduleTimeout + readyTimeout > 0 ? scheduleTimeout + readyTimeout : timeoutMs
  for (;;) {
    const manifest = manifestSchema.parse({ kind: 'Pod', ...z.looseObject({}).parse(await api.json(path, signal)) })
    const { status, health } = readManifestState(manifest)
    if (health === 'healthy') return undefined
    if (z.looseObject({ phase: z.literal('Failed') }).safeParse(manifest.status).success)
      return `The pod failed: ${status}.`
    if (performance.now() - startedAt > limitMs)
      return `The pod is not ready after ${humanizeDuration(limitMs)}: ${status ?? 'no status'}.`
    await pause(pollMs, undefined, { signal })
  }
}

const requestOnce = async (api: KubernetesApi, path: string, options: PodOptions, signal: AbortSignal) => {
  const { code, text } = await api.send('GET', path, signal)
  const { expectedHttpStatuses = [200], expectedContent = '' } = options
  if (!expectedHttpStatuses.includes(code)) return `Expected code ${expectedHttpStatuses.join(' or ')}, got ${code}.`
  return text.includes(expectedContent) ? undefined : `Body does not contain ${JSON.stringify(expectedContent)}.`
}

const requestPod = async (
  api: KubernetesApi,
  pod: string,
  options: PodOptions,
  { signal }: ClientRun,
): Promise<string | undefined> => {
  const { port: portNumber, path = '', httpTimeout = 0, httpRetryInterval = pollMs } = options
  if (portNumber === undefined) return undefined
  const startedAt = performance.now()
  for (;;) {
    const failure = await requestOnce(api, `${pod}:${portNumber}/proxy/${path.replace(/^\//, '')}`, options, signal)
    if (failure === undefined || performance.now() - startedAt > httpTimeout) return failure
    await pause(Math.max(1, httpRetryInterval), undefined, { signal })
  }
}

export const startPod = async (
  api: KubernetesApi,
  { metadata, spec, ...template }: PodTemplate,
  namespace: string,
  options: PodOptions,
  run: ClientRun,
): Promise<CheckResult> => {
  const { priorityClass } = options
  const pod = {
    ...template,
    metadata: { ...metadata, name: metadata.name ?? 'check', namespace },
    spec: { ...spec, ...(priorityClass !== undefined && { priorityClassName: priorityClass }) },
  }
  const startedAt = performance.now()
  return withTemporaryPod(api, pod, run, async ({ name, path }): Promise<CheckResult> => {
    const failure = (await waitUntilReady(api, path, options, run)) ?? (await requestPod(api, path, options, run))
    const details = { pod: name, namespace }
    if (failure !== undefined) return { pass: false, message: failure, details }
    return { pass: true, message: `The pod was ready in ${humanizeDuration(performance.now() - startedAt)}`, details }
  })
}
