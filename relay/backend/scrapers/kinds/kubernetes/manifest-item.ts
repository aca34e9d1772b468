import { isMap } from '#shared/primitives/is-map.ts'
import { toKubernetesState } from '#relay/backend/kubernetes-state.ts'
import type { FoundError, FoundItem } from '#relay/backend/scrapers/scraper-kind.ts'
import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import { readAnnotatedTags } from './manifest-tags.ts'
import { toLinks } from './manifest-links.ts'
import { clusterReference } from './cluster-item.ts'
import {
  kindInNames,
  manifestSchema,
  toObjectName,
  findNamespace,
  toItemType,
  type Manifest,
  type Origin,
} from './manifest.ts'

const bookkeeping = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  'control-plane.alpha.kubernetes.io/leader',
  'deployment.kubernetes.io/revision-history',
])

const blanked = (values: unknown): unknown =>
  isMap(values) ? Object.fromEntries(Object.keys(values).map((key) => [key, maskedSecret])) : values

/** Heartbeats in node conditions change every few minutes. */
const withoutHeartbeats = (status: unknown): unknown =>
  isMap(status) && Array.isArray(status['conditions'])
    ? {
        ...status,
        conditions: status['conditions'].map((condition: unknown) => {
          if (!isMap(condition)) return condition
          const { lastHeartbeatTime: _at, ...rest } = condition
          return rest
        }),
      }
    : status

/** Security: stores only the names of a secret's values. */
const toDocument = (manifest: Manifest): unknown => {
  const {
    managedFields: _managed,
    resourceVersion: _version,
    selfLink: _link,
    annotations,
    ...metadata
  } = manifest.metadata
  const retainedAnnotations = Object.entries(annotations ?? {}).filter(([name]) => !bookkeeping.has(name))
  const document = {
    ...manifest,
    ...(manifest.kind === 'Node' ? { status: withoutHeartbeats(manifest.status) } : {}),
    metadata: {
      ...metadata,
      ...(retainedAnnotations.length === 0 ? {} : { annotations: Object.fromEntries(retainedAnnotations) }),
    },
  }
  if (manifest.kind !== 'Secret') return document
  const { data, stringData } = manifest
  return {
    ...document,
    ...(data === undefined ? {} : { data: blanked(data) }),
    ...(stringData === undefined ? {} : { stringData: blanked(stringData) }),
  }
}

export const toManifestItem = (value: unknown, origin: Origin): FoundItem | FoundError => {
  const { source, cluster } = origin
  const read = manifestSchema.safeParse(value)
  if (!read.success) return { kind: 'error', reason: `${source}: Not a Kubernetes object with kind and metadata.name.` }
  const manifest = read.data
  const { kind, metadata } = manifest
  const namespace = findNamespace(manifest, cluster)
  const name = toObjectName({ kind: kindInNames(manifest, cluster), namespace, name: metadata.name }, cluster)
  return {
    kind: 'item',
    config: toDocument(manifest),
    known: {
      type: toItemType(kind),
      id: metadata.uid ?? name,
      aliases: metadata.uid === undefined ? [] : [name],
      name: metadata.name,
      configClass: kind,
      ...toKubernetesState({
        kind,
        isTerminating: metadata.deletionTimestamp !== undefined,
        spec: manifest.spec,
        status: manifest.status,
      }),
      labels: metadata.labels ?? {},
      tags: {
        ...readAnnotatedTags(metadata),
        ...(cluster === undefined ? {} : { cluster }),
        ...(namespace === undefined ? {} : { namespace }),
      },
      source,
      createdAt: metadata.creationTimestamp ?? null,
      links: [
        ...toLinks(manifest, cluster),
        ...(cluster === undefined ? [] : [{ kind: 'parent', to: clusterReference(cluster) } as const]),
      ],
    },
  }
}
