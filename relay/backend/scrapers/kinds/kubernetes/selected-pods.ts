import { z } from 'zod'
import { compareText } from '#shared/primitives/compare-text.ts'
import { matchesGlob } from '#shared/primitives/glob.ts'
import { findResource } from '#relay/backend/clients/kubernetes/api-resources.ts'
import type { KubernetesApi } from '#relay/backend/clients/kubernetes/kubernetes-api.ts'
import { readManifestState, type Manifest } from '#relay/backend/clients/kubernetes/manifest.ts'
import { listManifests, listManagedPods, podResource } from '#relay/backend/clients/kubernetes/managed-pods.ts'

const text = z.string().optional()
export const podSelector = z
  .strictObject({ kind: text, namespace: text, name: text, labelSelector: text, fieldSelector: text })
  .refine((selector) => Object.values(selector).some((value) => (value ?? '') !== ''), {
    message: 'needs kind, namespace, name, labelSelector or fieldSelector',
  })
export type PodSelector = z.infer<typeof podSelector>

export interface SelectedPod {
  /** The selected object: the pod itself or the one that manages it. */
  readonly owner: Manifest
  readonly pod: Manifest
}
export interface SelectedNothing {
  readonly error: string
}

const runningStatus = z.looseObject({ phase: z.literal('Running') })
const isRunning = ({ status, metadata }: Manifest): boolean =>
  runningStatus.safeParse(status).success && metadata.deletionTimestamp === undefined

/** The first by name, so that each run reads the same pod. */
const findReadable = (pods: readonly Manifest[]): Manifest | undefined => {
  const running = pods.filter(isRunning).toSorted((a, b) => compareText(a.metadata.name, b.metadata.name))
  return running.find((pod) => readManifestState(pod).health === 'healthy') ?? running[0]
}

const describe = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.namespace ?? '-'}/${metadata.name}`

/** All running pods that are selected themselves, and one pod of each selected object that manages pods. */
export const selectPods = async (
  api: Pick<KubernetesApi, 'json'>,
  { kind: written = '', name = '', namespace, labelSelector: selector, fieldSelector }: PodSelector,
  signal: AbortSignal,
): Promise<readonly (SelectedPod | SelectedNothing)[]> => {
  const kind = written === '' ? 'Pod' : written
  const isPod = kind.toLowerCase() === 'pod'
  const resource = isPod ? podResource : await findResource(api, { kind }, signal)
  if (resource === undefined) throw new Error(`The cluster has no kind ${kind}`)
  const listed = await listManifests(api, resource, { namespace, selector, fieldSelector }, signal)
  const owners = listed.filter(({ metadata }) => name === '' || matchesGlob(name, metadata.name))
  if (owners.length === 0) return [{ error: `No ${resource.kind} matches the selector.` }]
  const selected: (SelectedPod | SelectedNothing)[] = []
  for (const owner of owners) {
    if (isPod) {
      selected.push(isRunning(owner) ? { owner, pod: owner } : { error: `${describe(owner)} is not running.` })
      continue
    }
    const pods = await listManagedPods(api, owner, signal)
    if (pods === undefined) {
      selected.push({ error: `${describe(owner)} selects no pods.` })
      continue
    }
    const pod = findReadable(pods)
    selected.push(pod === undefined ? { error: `${describe(owner)} has no running pod.` } : { owner, pod })
  }
  return selected
}
