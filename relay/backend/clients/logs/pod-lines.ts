import { z } from 'zod'
import { filledText, integerField } from '#shared/primitives/document-scalars.ts'
import { matchesGlob } from '#shared/primitives/glob.ts'
import { matchedSelectorSchema } from '#shared/resources/document-selector.ts'
import { findResource, type ApiResource } from '#relay/backend/clients/kubernetes/api-resources.ts'
import { isRejection, type KubernetesApi } from '#relay/backend/clients/kubernetes/kubernetes-api.ts'
import { toObjectsPath } from '#relay/backend/clients/kubernetes/list-objects.ts'
import { manifestSchema, type Manifest } from '#relay/backend/clients/kubernetes/manifest.ts'
import { listManagedPods } from '#relay/backend/clients/kubernetes/managed-pods.ts'
import { isSelectedPod } from '#relay/backend/clients/kubernetes/selected-pod.ts'
import { clusterSignIn, withCluster } from '#relay/backend/clients/kubernetes/with-cluster.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { rangeFields, readRange } from '#relay/backend/clients/run/time-range.ts'
import { splitLines } from '#relay/backend/clients/servers/framed-text.ts'
import type { RawLine } from './log-line.ts'

const usualLimit = 1_000
const containersMax = 100
const charactersMax = 4_000_000

export const podLinesSpec = z.strictObject({
  ...clusterSignIn,
  ...rangeFields,
  apiVersion: z.string().optional(),
  kind: filledText,
  namespace: filledText,
  name: filledText,
  /** Of the pods of an object, those that match one of these. */
  pods: z.array(matchedSelectorSchema).optional(),
  containers: z.array(filledText).optional(),
  limit: integerField({ min: 1, max: 5_000 }).optional(),
})
type PodLinesSpec = z.infer<typeof podLinesSpec>

const podSpec = z.looseObject({ containers: z.array(z.looseObject({ name: z.string() })) })

const readObject = async (
  api: KubernetesApi,
  resource: ApiResource,
  { namespace, name }: PodLinesSpec,
  { signal }: ClientRun,
): Promise<Manifest> => {
  const [path] = toObjectsPath(resource, resource.isNamespaced ? { namespace } : {}).split('?')
  const found: unknown = await api.json(`${path}/${encodeURIComponent(name)}`, signal)
  return manifestSchema.parse({ kind: resource.kind, ...(typeof found === 'object' ? found : undefined) })
}

const listPods = async (api: KubernetesApi, spec: PodLinesSpec, run: ClientRun): Promise<readonly Manifest[]> => {
  const { kind, apiVersion, namespace, name } = spec
  const resource = await findResource(api, { kind, apiVersion }, run.signal)
  if (resource === undefined) throw new Error(`The cluster has no kind ${kind}`)
  const object = await readObject(api, resource, spec, run)
  if (resource.kind === 'Pod') return [object]
  const pods = await listManagedPods(api, object, run.signal)
  if (pods === undefined) throw new Error(`${resource.kind} ${namespace}/${name} selects no pods`)
  return pods
}

async function* readContainer(
  api: KubernetesApi,
  { metadata: { name: pod, namespace = '' } }: Manifest,
  container: string,
  { fromMs, signal }: { readonly fromMs: number; readonly signal: AbortSignal },
): AsyncGenerator<RawLine> {
  const query = new URLSearchParams({ container, timestamps: 'true', sinceTime: new Date(fromMs).toISOString() })
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/log`
  const body = await api.stream(`${path}?${query.toString()}`, signal)
  try {
    for await (const line of splitLines(body)) {
      const end = line.indexOf(' ')
      yield { at: line.slice(0, end), message: line.slice(end + 1), fields: { namespace, pod, container } }
    }
  } finally {
    body.destroy()
  }
}

const toTime = ({ at = '' }: RawLine): number => Date.parse(at)

/** Bounded while it collects, so that long lines of many pods do not fill the memory. */
const createNewestLines = (limit: number) => {
  let lines: RawLine[] = []
  let characters = 0
  const take = (): RawLine[] => {
    const sorted = lines.toSorted((a, b) => toTime(b) - toTime(a)).slice(0, limit)
    lines = []
    characters = 0
    for (const line of sorted) {
      const length = line.message?.length ?? 0
      if (characters + length > charactersMax) break
      characters += length
      lines.push(line)
    }
    return lines
  }
  return {
    add: (line: RawLine) => {
      lines.push(line)
      characters += line.message?.length ?? 0
      if (lines.length > 2 * limit || characters > 2 * charactersMax) take()
    },
    take,
  }
}

/** The newest lines of all containers of the pods, newest first. Pods that have not started have none. */
export const readPodLines = async (spec: PodLinesSpec, run: ClientRun): Promise<RawLine[]> => {
  const { fromMs, toMs } = readRange(spec)
  const { containers: wanted, limit = usualLimit } = spec
  return withCluster(spec, run, async (api) => {
    const pods = (await listPods(api, spec, run)).filter((pod) => isSelectedPod(pod, spec.pods))
    const chosen = pods.flatMap((pod) =>
      (podSpec.safeParse(pod.spec).data?.containers ?? [])
        .filter(({ name }) => wanted?.some((pattern) => matchesGlob(pattern, name)) ?? true)
        .map(({ name }) => ({ pod, name })),
    )
    if (chosen.length > containersMax) throw new Error(`More than ${containersMax} containers. Set containers`)
    const newest = createNewestLines(limit)
    for (const { pod, name } of chosen) {
      try {
        for await (const line of readContainer(api, pod, name, { fromMs, signal: run.signal })) {
          if (toTime(line) > toMs) break
          newest.add(line)
        }
      } catch (error) {
        if (!isRejection(error) || error.code !== 400) throw error
      }
    }
    return newest.take()
  })
}
