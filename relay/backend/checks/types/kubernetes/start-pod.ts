import { z } from 'zod'
import type { CheckResult } from '#relay/backend/checks/spec/check-type.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import type { KubernetesApi } from '#relay/backend/clients/kubernetes/kubernetes-api.ts'
import { createSuffix, withTemporaryPod, type TemporaryPod } from '#relay/backend/clients/kubernetes/temporary-pod.ts'
import { manifestSchema, readManifestState, type Manifest } from '#relay/backend/clients/kubernetes/manifest.ts'
import { humanizeDuration } from '#relay/backend/templates/functions/time-functions.ts'
import { deleteLeftovers, labelAsOwn } from './leftovers.ts'
import { limitStages, type PodOptions, type PodTemplate } from './pod-fields.ts'
import { ingressesPath, requestPod, runLabel, requestThroughIngress, servicesPath } from './pod-requests.ts'
import { createStages, type Missing, type Stages } from './stages.ts'

const failedStatus = z.looseObject({ phase: z.literal('Failed') })
/** A pod without containers yet, on no node. */
const unscheduled = z.object({
  spec: z.looseObject({ nodeName: z.string().max(0).optional() }).optional(),
  status: z
    .looseObject({ phase: z.literal('Pending').optional(), containerStatuses: z.array(z.unknown()).max(0).optional() })
    .optional(),
})

const readPod = async (api: KubernetesApi, { path }: TemporaryPod, signal: AbortSignal): Promise<Manifest> =>
  manifestSchema.parse({ kind: 'Pod', ...z.looseObject({}).parse(await api.json(path, signal)) })

const waitUntilReady = async (
  api: KubernetesApi,
  pod: TemporaryPod,
  { scheduleTimeout, readyTimeout }: PodOptions,
  stages: Stages,
): Promise<string | undefined> => {
  const attempt =
    (isReached: (manifest: Manifest) => boolean) =>
    async (signal: AbortSignal): Promise<Missing | undefined> => {
      const manifest = await readPod(api, pod, signal)
      if (isReached(manifest)) return undefined
      const { status } = readManifestState(manifest)
      if (failedStatus.safeParse(manifest.status).success)
        return { reason: `The pod failed: ${status}.`, isFinal: true }
      return { reason: status ?? 'no status' }
    }
  const schedule = {
    name: 'schedule',
    limitMs: scheduleTimeout,
    attempt: attempt((manifest) => !unscheduled.safeParse(manifest).success),
    describe: (reason: string, limit: string) => `The pod is not scheduled after ${limit}: ${reason}.`,
  }
  const ready = {
    name: 'ready',
    limitMs: readyTimeout,
    attempt: attempt((manifest) => readManifestState(manifest).health === 'healthy'),
    describe: (reason: string, limit: string) => `The pod is not ready after ${limit}: ${reason}.`,
  }
  return (await stages.run(schedule)) ?? (await stages.run(ready))
}

const waitUntilDeleted = async (
  api: KubernetesApi,
  { path }: TemporaryPod,
  { deleteTimeout = 0 }: PodOptions,
  stages: Stages,
): Promise<string | undefined> => {
  if (deleteTimeout === 0) return undefined
  let isAsked = false
  return stages.run({
    name: 'delete',
    limitMs: deleteTimeout,
    attempt: async (signal) => {
      if (!isAsked) await api.delete(path, signal)
      isAsked = true
      return (await api.send('GET', path, signal)).code === 404 ? undefined : { reason: 'it still exists' }
    },
    describe: (_reason, limit) => `The pod still exists ${limit} after its deletion.`,
  })
}

const ports = z.array(z.looseObject({ ports: z.array(z.looseObject({ containerPort: z.number() })).optional() }))
const defaultPort = 80

const findPort = ({ port }: PodOptions, { containers }: PodTemplate['spec']): number =>
  port ?? ports.safeParse(containers).data?.flatMap((each) => each.ports ?? [])[0]?.containerPort ?? defaultPort

interface PlacedPod {
  readonly namespace: string
  readonly template: PodTemplate
}

export const startPod = async (
  api: KubernetesApi,
  { namespace, template: { metadata, spec, ...template } }: PlacedPod,
  options: PodOptions,
  run: ClientRun,
): Promise<CheckResult> => {
  const { priorityClass, ingressHost: host } = options
  const stages = createStages(limitStages(options, run.timeoutMs), run.signal)
  const podsPath = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods`
  const exposing = host === undefined ? [] : [ingressesPath(namespace), servicesPath(namespace)]
  await deleteLeftovers(api, [...exposing, podsPath], run)
  const label = createSuffix()
  const pod = {
    ...template,
    metadata: {
      ...metadata,
      name: metadata.name ?? 'check',
      namespace,
      labels: { ...metadata.labels, ...labelAsOwn(run), [runLabel]: label },
    },
    spec: { ...spec, ...(priorityClass !== undefined && { priorityClassName: priorityClass }) },
  }
  const startedAt = performance.now()
  return withTemporaryPod(api, pod, run, async (started): Promise<CheckResult> => {
    const failure = await waitUntilReady(api, started, options, stages)
    const readyIn = humanizeDuration(performance.now() - startedAt)
    const request = () =>
      host === undefined
        ? requestPod(api, started, options, stages)
        : requestThroughIngress(api, { pod: started, label, namespace, host, port: findPort(options, spec) }, options, {
            run,
            stages,
          })
    const message = failure ?? (await request()) ?? (await waitUntilDeleted(api, started, options, stages))
    const details = { pod: started.name, namespace, ...(host && { host: host.origin }), stages: stages.done }
    if (message !== undefined) return { pass: false, message, details }
    return { pass: true, message: `The pod was ready in ${readyIn}`, details }
  })
}
