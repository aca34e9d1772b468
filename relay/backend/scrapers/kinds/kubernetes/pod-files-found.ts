import { posix } from 'node:path'
import { z } from 'zod'
import { matchesPath } from '#shared/primitives/path-glob.ts'
import { describeError } from '#relay/backend/clients/run/describe-error.ts'
import { formatFromName, type TextFormat } from '#relay/backend/clients/documents/read-documents.ts'
import type { KubernetesApi } from '#relay/backend/clients/kubernetes/kubernetes-api.ts'
import { toItemType, type Manifest } from '#relay/backend/clients/kubernetes/manifest.ts'
import { readPodFiles } from '#relay/backend/clients/kubernetes/pod-files.ts'
import type { FoundError, FoundText } from '#relay/backend/scrapers/scraper-kind.ts'
import { selectPods, type PodSelector, type SelectedPod } from './selected-pods.ts'

interface PodFiles {
  readonly paths: readonly string[]
  readonly format: TextFormat | undefined
}

interface Read {
  readonly selector: PodSelector
  readonly container: string | undefined
  readonly files: readonly PodFiles[]
}

const containers = z.looseObject({ containers: z.array(z.looseObject({ name: z.string() })).min(1) })
const defaultContainer = 'kubectl.kubernetes.io/default-container'

const findContainer = ({ metadata, spec }: Manifest, wanted: string | undefined): string => {
  const names = containers.parse(spec).containers.map(({ name }) => name)
  const [first = ''] = names
  const container = wanted ?? metadata.annotations?.[defaultContainer] ?? first
  if (names.includes(container)) return container
  throw new Error(`the pod has no container ${container}, only ${names.join(', ')}`)
}

async function* filesOfPod(
  api: KubernetesApi,
  { owner, pod }: SelectedPod,
  { container: wanted, files }: Read,
  signal: AbortSignal,
): AsyncGenerator<FoundText | FoundError> {
  const namespace = pod.metadata.namespace ?? 'default'
  const place = `${namespace}/${pod.metadata.name}`
  const toError = (reason: string): FoundError => ({ kind: 'error', reason: `${place}: ${reason}` })
  const podPath = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod.metadata.name)}`
  const { name, uid } = owner.metadata
  for (const { paths, format } of files)
    try {
      const container = findContainer(pod, wanted)
      const read = await readPodFiles(api, podPath, { script: 'paths', values: paths, container }, signal)
      for (const { path, content } of read)
        yield {
          kind: 'text',
          text: content.toString(),
          format: format ?? formatFromName(path),
          known: {
            id: `${namespace}/${owner.kind}/${name}${path}`,
            name: posix.basename(path),
            source: `${place}${path}`,
            tags: { namespace },
            ...(uid !== undefined && { links: [{ kind: 'parent', to: { id: uid, type: toItemType(owner.kind) } }] }),
          },
        }
      const missing = paths.filter((pattern) => !read.some(({ path }) => matchesPath(pattern, path)))
      yield* missing.map((path) => toError(`${path} is no file that can be read in container ${container}.`))
    } catch (error) {
      signal.throwIfAborted()
      yield toError(describeError(error, ''))
    }
}

/** A pod that cannot be read is reported, and the others are read. */
export async function* filesInPods(
  api: KubernetesApi,
  read: Read,
  signal: AbortSignal,
): AsyncGenerator<FoundText | FoundError> {
  for (const selected of await selectPods(api, read.selector, signal))
    if ('error' in selected) yield { kind: 'error', reason: selected.error }
    else yield* filesOfPod(api, selected, read, signal)
}
