import { z } from 'zod'
import { matchesGlob } from '#shared/primitives/glob.ts'
import type { LogLine } from '#shared/logs/log-routes.ts'
import { envVar } from '#relay/backend/clients/run/fields.ts'
import type { LogContext, LogFilter, LogSource, LogStream } from '#relay/backend/logs/log-source.ts'
import { clusterAccess } from '#relay/backend/clients/kubernetes/kubeconfig.ts'
import { isRejection, KubernetesApi } from '#relay/backend/clients/kubernetes/kubernetes-api.ts'
import { merged } from '#relay/backend/clients/run/merged.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'
import { splitLines } from '#relay/backend/clients/servers/framed-text.ts'
import { followed, parseStampedLine, newestFromForward } from './stamped-lines.ts'

const text = z.string().min(1).optional()
const spec = z.strictObject({
  kubeconfig: secret(envVar).optional(),
  kubeconfigFile: text,
  connection: text,
  namespace: text,
  selector: text,
  pods: z.array(z.string().min(1)).optional(),
  containers: z.array(z.string().min(1)).optional(),
})
type ClusterSpec = z.infer<typeof spec>

const containersMax = 100

const podList = z.looseObject({
  items: z
    .array(
      z.looseObject({
        metadata: z.looseObject({
          name: z.string(),
          namespace: z.string().optional(),
          labels: z.record(z.string(), z.string()).nullish(),
        }),
        spec: z.looseObject({
          nodeName: z.string().optional(),
          containers: z.array(z.looseObject({ name: z.string() })),
        }),
      }),
    )
    .nullable(),
})

interface PodContainer {
  readonly namespace: string
  readonly pod: string
  readonly container: string
  readonly labels: LogLine['labels']
}

const ownLabels = new Set(['namespace', 'pod', 'container', 'node'])

const isNamed = (patterns: readonly string[] | undefined, name: string): boolean =>
  patterns === undefined || patterns.some((pattern) => matchesGlob(pattern, name))

const listContainers = async (
  api: KubernetesApi,
  { namespace, selector, pods, containers }: ClusterSpec,
  { labels: requested }: LogFilter,
  { signal, onError }: LogContext,
): Promise<readonly PodContainer[]> => {
  const within = requested['namespace'] ?? namespace
  const podLabels = Object.entries(requested).filter(([name]) => !ownLabels.has(name))
  const query = new URLSearchParams({ limit: '500' })
  const labelSelector = [selector ?? '', ...podLabels.map(([name, value]) => `${name}=${value}`)].filter(Boolean)
  if (labelSelector.length > 0) query.set('labelSelector', labelSelector.join(','))
  const path = within === undefined ? '' : `/namespaces/${encodeURIComponent(within)}`
  const read = podList.safeParse(await api.json(`/api/v1${path}/pods?${query.toString()}`, signal))
  if (!read.success) throw new Error('Not a list of pods')
  const all = (read.data.items ?? []).flatMap(({ metadata, spec: { nodeName, containers: inPod } }) =>
    inPod.map(({ name: container }): PodContainer => {
      const origin = { namespace: metadata.namespace ?? '', pod: metadata.name, container }
      const labels = { ...metadata.labels, ...origin, ...(nodeName && { node: nodeName }) }
      return { ...origin, labels }
    }),
  )
  const fitting = all.filter(
    ({ pod, container, labels }) =>
      (namespace === undefined || labels['namespace'] === namespace) &&
      isNamed(pods, pod) &&
      isNamed(containers, container) &&
      Object.entries(requested).every(([name, value]) => labels[name] === value),
  )
  if (fitting.length > containersMax) onError(`More than ${containersMax} containers. The rest was not read.`)
  return fitting.slice(0, containersMax)
}

async function* readLines(
  api: KubernetesApi,
  { namespace, pod, container, labels }: PodContainer,
  options: Readonly<Record<string, string>>,
  { signal, onError }: LogContext,
): AsyncGenerator<LogLine> {
  const query = new URLSearchParams({ container, timestamps: 'true', ...options })
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/log`
  try {
    const body = await api.stream(`${path}?${query.toString()}`, signal)
    try {
      for await (const line of splitLines(body)) yield parseStampedLine(line, labels)
    } finally {
      body.destroy()
    }
  } catch (error) {
    // A pod that is pending or deleted has no log; the others can still be read.
    if (!isRejection(error)) throw error
    onError(`${pod}: ${error.message}`)
  }
}

const withApi = async function* <T>(
  spec: ClusterSpec,
  context: LogContext,
  read: (api: KubernetesApi) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  const api = new KubernetesApi(await clusterAccess(spec, context))
  try {
    yield* read(api)
  } finally {
    await api.close()
  }
}

const streams = (spec: ClusterSpec, filter: LogFilter, context: LogContext): AsyncIterable<LogStream> =>
  withApi(spec, context, async function* (api) {
    const options = { sinceTime: new Date(filter.fromMs).toISOString() }
    for (const each of await listContainers(api, spec, filter, context))
      yield newestFromForward(readLines(api, each, options, context), filter, (lines) =>
        context.onError(`${each.pod} has too many lines. Only the newest ${lines} were searched.`),
      )
  })

const follow = (spec: ClusterSpec, filter: LogFilter, context: LogContext): LogStream =>
  withApi(spec, context, async function* (api) {
    const containers = await listContainers(api, spec, filter, context)
    const options = { follow: 'true', tailLines: '0' }
    yield* followed(
      merged(
        containers.map((each) => readLines(api, each, options, context)),
        containersMax,
      ),
      filter,
    )
  })

export const kubernetes: LogSource<ClusterSpec> = { key: 'kubernetes', spec, streams, follow }
