import { setTimeout as pause } from 'node:timers/promises'
import { findResource, toVersionPath } from '#relay/backend/clients/kubernetes/api-resources.ts'
import { ClusterError, isRejection, type KubernetesApi } from '#relay/backend/clients/kubernetes/kubernetes-api.ts'
import { manifestSchema, readManifestState, type Manifest } from '#relay/backend/clients/kubernetes/manifest.ts'
import { formatObjectName } from './object-result.ts'

export const pollMs = 250

export interface ClusterObject {
  readonly manifest: Manifest
  /** Of the kind in the namespace. */
  readonly listPath: string
  readonly path: string
}

export const formatObject = ({ manifest }: Pick<ClusterObject, 'manifest'>): string =>
  `${manifest.kind} ${formatObjectName(manifest)}`

export const locateObject = async (
  api: KubernetesApi,
  written: Manifest,
  ownNamespace: string,
  signal: AbortSignal,
): Promise<ClusterObject> => {
  const { kind, apiVersion, metadata } = written
  const resource = await findResource(api, { kind, apiVersion }, signal)
  if (resource === undefined) throw new Error(`The cluster has no kind ${kind} in ${apiVersion ?? 'v1'}`)
  const { namespace: _written, ...plain } = metadata
  const namespace = metadata.namespace ?? ownNamespace
  const manifest = { ...written, metadata: resource.isNamespaced ? { ...plain, namespace } : plain }
  const scope = resource.isNamespaced ? `/namespaces/${encodeURIComponent(namespace)}` : ''
  const listPath = `${toVersionPath(resource)}${scope}/${resource.plural}`
  return { manifest, listPath, path: `${listPath}/${encodeURIComponent(metadata.name)}` }
}

export const readObject = async (
  api: KubernetesApi,
  { path, manifest: { kind, apiVersion } }: ClusterObject,
  signal: AbortSignal,
): Promise<Manifest> => manifestSchema.parse({ kind, apiVersion, ...Object(await api.json(path, signal)) })

/** An object is remembered before its request: after a lost response it may exist. */
export const createAll = async (
  api: KubernetesApi,
  wanted: readonly ClusterObject[],
  created: ClusterObject[],
  { signal, ifExists }: { readonly signal: AbortSignal; readonly ifExists: string },
): Promise<void> => {
  for (const object of wanted) {
    created.push(object)
    try {
      await api.create(object.listPath, object.manifest, signal)
    } catch (error) {
      if (!isRejection(error)) throw error
      created.pop()
      throw error.code === 409 ? new ClusterError(409, `${formatObject(object)} exists already. ${ifExists}`) : error
    }
  }
}

/** By default the API orphans the pods of a job. */
export const deleteObject = async (api: KubernetesApi, { path }: ClusterObject, signal: AbortSignal): Promise<void> =>
  api.delete(`${path}?propagationPolicy=Background`, signal)

export const waitUntilGone = async (
  api: KubernetesApi,
  { path }: ClusterObject,
  signal: AbortSignal,
): Promise<void> => {
  while ((await api.send('GET', path, signal)).code !== 404) await pause(pollMs, undefined, { signal })
}

/** A kind without a health of its own is ready once it exists. */
export const findUnready = (manifests: readonly Manifest[]): string | undefined => {
  for (const manifest of manifests) {
    const { health, status } = readManifestState(manifest)
    const isReady = health === 'healthy' || (health === null && manifest.kind !== 'Pod')
    if (!isReady) return `${formatObject({ manifest })} is not ready: ${status ?? 'no status'}`
  }
  return undefined
}
