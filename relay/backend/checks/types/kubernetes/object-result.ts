import { readManifestState, type Manifest } from '#relay/backend/clients/kubernetes/manifest.ts'
import { redactManifest } from '#relay/backend/clients/kubernetes/redact-manifest.ts'

export const formatObjectName = ({ metadata }: Manifest): string =>
  metadata.namespace === undefined ? metadata.name : `${metadata.namespace}/${metadata.name}`

/** Existing documents read the object itself as `Object`. */
export const toObjectResult = (manifest: Manifest): Record<string, unknown> => {
  const object = redactManifest(manifest)
  return { ...object, Object: object, healthStatus: readManifestState(manifest) }
}
