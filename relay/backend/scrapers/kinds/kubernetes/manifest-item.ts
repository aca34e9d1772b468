import type { FoundError, FoundItem } from '#relay/backend/scrapers/scraper-kind.ts'
import { redactManifest } from '#relay/backend/clients/kubernetes/redact-manifest.ts'
import { readAnnotatedTags } from './manifest-tags.ts'
import { toLinks } from './manifest-links.ts'
import { clusterReference } from './cluster-item.ts'
import {
  kindInNames,
  manifestSchema,
  readManifestState,
  toObjectName,
  findNamespace,
  toItemType,
  type Origin,
} from '#relay/backend/clients/kubernetes/manifest.ts'

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
    config: redactManifest(manifest),
    known: {
      type: toItemType(kind),
      id: metadata.uid ?? name,
      aliases: metadata.uid === undefined ? [] : [name],
      name: metadata.name,
      configClass: kind,
      ...readManifestState(manifest),
      labels: metadata.labels ?? {},
      tags: {
        ...readAnnotatedTags(metadata),
        ...(cluster !== undefined && { cluster }),
        ...(namespace !== undefined && { namespace }),
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
