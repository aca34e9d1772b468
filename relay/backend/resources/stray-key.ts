import { z } from 'zod'
import { isMap } from '#shared/primitives/is-map.ts'
import { nearest } from '#shared/primitives/nearest.ts'
import type { DocumentError } from '#relay/backend/resources/resource-document.ts'

const headerKeys = ['apiVersion', 'kind', 'metadata', 'spec', 'status']
const metadataKeys = ['name', 'namespace', 'labels', 'annotations']
/** Written by a cluster. */
const clusterKeys = new Set(
  'generateName generation uid resourceVersion creationTimestamp managedFields ownerReferences finalizers selfLink'.split(
    ' ',
  ),
)

const findMisspelt = (key: string, known: readonly string[]): string | undefined => {
  const meant = nearest(key, known)
  return meant === undefined || Math.abs(meant.length - key.length) > 1 ? undefined : meant
}

const suggest = (path: readonly string[], key: string, known: readonly string[]): DocumentError | undefined => {
  const meant = known.includes(key) ? undefined : findMisspelt(key, known)
  const at = [...path, key]
  return meant === undefined
    ? undefined
    : { path: at, reason: `${at.join('.')}: unknown field (did you mean "${meant}"?).` }
}

/**
 * Other programs add keys of their own, which are ignored. A misspelt key, or one that belongs below `spec`, changes what the
 * document means.
 */
export const findStrayKey = (
  { metadata, ...value }: Readonly<Record<string, unknown>>,
  schema: z.ZodType | undefined,
): DocumentError | undefined => {
  const ofSpec = new Set(schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])
  for (const key of Object.keys(value)) {
    if (headerKeys.includes(key)) continue
    if (ofSpec.has(key))
      return { path: [key], reason: `${key}: unknown field; it belongs below spec. Check the indentation.` }
    const found = suggest([], key, headerKeys)
    if (found !== undefined) return found
  }
  for (const key of isMap(metadata) ? Object.keys(metadata) : []) {
    const found = clusterKeys.has(key) ? undefined : suggest(['metadata'], key, metadataKeys)
    if (found !== undefined) return found
  }
  return undefined
}
