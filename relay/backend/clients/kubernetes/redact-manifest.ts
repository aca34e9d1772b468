import { isMap } from '#shared/primitives/is-map.ts'
import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import type { Manifest } from './manifest.ts'

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

/** Security: only the names of a secret's values remain. */
export const redactManifest = (manifest: Manifest): Record<string, unknown> => {
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
    ...(data !== undefined && { data: blanked(data) }),
    ...(stringData !== undefined && { stringData: blanked(stringData) }),
  }
}
