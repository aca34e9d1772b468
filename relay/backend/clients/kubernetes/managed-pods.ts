import { z } from 'zod'
import type { ApiResource } from './api-resources.ts'
import type { KubernetesApi } from './kubernetes-api.ts'
import { listObjects, type ListedObjects } from './list-objects.ts'
import { manifestSchema, type Manifest } from './manifest.ts'

export const podResource: ApiResource = {
  group: '',
  version: 'v1',
  kind: 'Pod',
  plural: 'pods',
  isNamespaced: true,
  canWatch: true,
}

const labels = z.record(z.string(), z.string())
const expression = z.object({ key: z.string(), operator: z.string(), values: z.array(z.string()).nullish() })
/** Services and replication controllers have plain labels. */
const withSelector = z.object({
  selector: z.union([
    z.strictObject({ matchLabels: labels.nullish(), matchExpressions: z.array(expression).nullish() }),
    labels.transform((matchLabels) => ({ matchLabels, matchExpressions: undefined })),
  ]),
})

const toLabelSelector = ({ spec }: Pick<Manifest, 'spec'>): string | undefined => {
  const read = withSelector.safeParse(spec)
  if (!read.success) return undefined
  const { matchLabels, matchExpressions } = read.data.selector
  const parts = [
    ...Object.entries(matchLabels ?? {}).map(([key, value]) => `${key}=${value}`),
    ...(matchExpressions ?? []).map(({ key, operator, values }) => {
      if (operator === 'Exists') return key
      if (operator === 'DoesNotExist') return `!${key}`
      return `${key} ${operator === 'NotIn' ? 'notin' : 'in'} (${(values ?? []).join(',')})`
    }),
  ]
  return parts.length === 0 ? undefined : parts.join(',')
}

export const listManifests = async (
  api: Pick<KubernetesApi, 'json'>,
  resource: ApiResource,
  listed: ListedObjects,
  signal: AbortSignal,
): Promise<readonly Manifest[]> => {
  const all: Manifest[] = []
  for await (const { objects } of listObjects(api, resource, listed, signal))
    all.push(...objects.flatMap((object) => manifestSchema.safeParse(object).data ?? []))
  return all
}

/** The pods that an object manages or leads to; undefined for one that selects no pods. */
export const listManagedPods = async (
  api: Pick<KubernetesApi, 'json'>,
  owner: Manifest,
  signal: AbortSignal,
): Promise<readonly Manifest[] | undefined> => {
  const selector = toLabelSelector(owner)
  const { namespace } = owner.metadata
  if (selector === undefined || namespace === undefined) return undefined
  return listManifests(api, podResource, { namespace, selector }, signal)
}
