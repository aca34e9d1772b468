import { z } from 'zod'
import { ClusterError, isPartialError, type KubernetesApi } from './kubernetes-api.ts'

export interface ApiResource {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly plural: string
  readonly isNamespaced: boolean
  readonly canWatch: boolean
}

const groupList = z.looseObject({
  groups: z.array(
    z.looseObject({
      name: z.string(),
      preferredVersion: z.looseObject({ groupVersion: z.string(), version: z.string() }),
    }),
  ),
})
const resourceList = z.looseObject({
  resources: z.array(
    z.looseObject({ name: z.string(), kind: z.string(), namespaced: z.boolean(), verbs: z.array(z.string()) }),
  ),
})

/** These repeat other objects or change constantly. */
const leftOut = new Set(['metrics.k8s.io', 'events.k8s.io', 'extensions'])

export const toVersionPath = ({ group, version }: Pick<ApiResource, 'group' | 'version'>): string =>
  group === '' ? `/api/${version}` : `/apis/${group}/${version}`

const listResources = async (
  api: Pick<KubernetesApi, 'json'>,
  version: Pick<ApiResource, 'group' | 'version'>,
  signal: AbortSignal,
): Promise<ApiResource[]> => {
  const list = resourceList.safeParse(await api.json(toVersionPath(version), signal))
  if (!list.success) throw new ClusterError(200, 'The response is not a list of kinds')
  return list.data.resources
    .filter(({ name, verbs }) => !name.includes('/') && verbs.includes('list'))
    .map(({ name, kind, namespaced, verbs }) => ({
      group: version.group,
      version: version.version,
      kind,
      plural: name,
      isNamespaced: namespaced,
      canWatch: verbs.includes('watch'),
    }))
}

const coreVersion = { group: '', version: 'v1' }

export const discover = async (
  api: Pick<KubernetesApi, 'json'>,
  signal: AbortSignal,
): Promise<{ resources: ApiResource[]; errors: string[] }> => {
  const read = groupList.safeParse(await api.json('/apis', signal))
  if (!read.success) throw new ClusterError(200, 'The response is not a list of API groups')
  const versions = [
    coreVersion,
    ...read.data.groups
      .filter(({ name }) => !leftOut.has(name))
      .map(({ name, preferredVersion }) => ({ group: name, version: preferredVersion.version })),
  ]
  const errors: string[] = []
  const found = await Promise.all(
    versions.map(async (version): Promise<ApiResource[]> => {
      try {
        return await listResources(api, version, signal)
      } catch (error) {
        if (version.group === '' || !isPartialError(error)) throw error
        errors.push(`${toVersionPath(version)} cannot be read. ${error.message}.`)
        return []
      }
    }),
  )
  return { resources: found.flat(), errors }
}

/** Discovers once, and again after a failure. */
export const createResourceList = (
  api: Pick<KubernetesApi, 'json'>,
  signal: AbortSignal,
): (() => Promise<readonly ApiResource[]>) => {
  let resources: Promise<readonly ApiResource[]> | undefined
  const load = async () => {
    try {
      return (await discover(api, signal)).resources
    } catch (error) {
      resources = undefined
      throw error
    }
  }
  return () => (resources ??= load())
}

const parseApiVersion = (apiVersion: string): Pick<ApiResource, 'group' | 'version'> => {
  const slash = apiVersion.indexOf('/')
  return { group: apiVersion.slice(0, Math.max(0, slash)), version: apiVersion.slice(slash + 1) }
}

/** Reads as few API groups as possible. Without apiVersion, kinds of the core group come first. */
export const findResource = async (
  api: Pick<KubernetesApi, 'json'>,
  { kind, apiVersion }: { readonly kind: string; readonly apiVersion?: string | undefined },
  signal: AbortSignal,
): Promise<ApiResource | undefined> => {
  const isWanted = (resource: ApiResource) => resource.kind.toLowerCase() === kind.toLowerCase()
  if (apiVersion !== undefined) return (await listResources(api, parseApiVersion(apiVersion), signal)).find(isWanted)
  const core = (await listResources(api, coreVersion, signal)).find(isWanted)
  return core ?? (await discover(api, signal)).resources.find(isWanted)
}
