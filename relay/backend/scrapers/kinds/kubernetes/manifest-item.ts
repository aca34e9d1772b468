import { isMap } from '#shared/primitives/is-map.ts'
import type { FoundFault, FoundItem } from '#relay/backend/scrapers/scraper-kind.ts'
import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import { stateOf } from './manifest-health.ts'
import { linksOf } from './manifest-links.ts'
import { manifestSchema, nameOf, namespaceOf, typeOf, type Manifest } from './manifest.ts'

/** What tells of the writing of an object rather than of the object. */
const bookkeeping = 'kubectl.kubernetes.io/last-applied-configuration'

const blanked = (values: unknown): unknown =>
  isMap(values) ? Object.fromEntries(Object.keys(values).map((key) => [key, maskedSecret])) : values

/** An object as it may be kept: without bookkeeping, and of a secret nothing but the names of its values. */
const documentOf = (manifest: Manifest): unknown => {
  const { managedFields: _managed, annotations, ...metadata } = manifest.metadata
  const kept = Object.entries(annotations ?? {}).filter(([name]) => name !== bookkeeping)
  const document = {
    ...manifest,
    metadata: { ...metadata, ...(kept.length === 0 ? {} : { annotations: Object.fromEntries(kept) }) },
  }
  if (manifest.kind !== 'Secret') return document
  const { data, stringData } = manifest
  return {
    ...document,
    ...(data === undefined ? {} : { data: blanked(data) }),
    ...(stringData === undefined ? {} : { stringData: blanked(stringData) }),
  }
}

/** A Kubernetes object as an item of the catalog: known by its uid, or where it has none by kind, namespace and name. */
export const itemOfManifest = (value: unknown, source: string): FoundItem | FoundFault => {
  const read = manifestSchema.safeParse(value)
  if (!read.success)
    return { kind: 'fault', reason: `${source}: A document is no Kubernetes object with kind and metadata.name.` }
  const manifest = read.data
  const { kind, metadata } = manifest
  const namespace = namespaceOf(manifest)
  const name = nameOf(kind, namespace, metadata.name)
  return {
    kind: 'item',
    config: documentOf(manifest),
    known: {
      type: typeOf(kind),
      id: metadata.uid ?? name,
      aliases: metadata.uid === undefined ? [] : [name],
      name: metadata.name,
      configClass: kind,
      ...stateOf(manifest),
      labels: metadata.labels ?? {},
      tags: namespace === undefined ? {} : { namespace },
      source,
      createdAt: metadata.creationTimestamp ?? null,
      links: linksOf(manifest),
    },
  }
}
