import { z } from 'zod'
import type { FoundError } from '#relay/backend/scrapers/scraper-kind.ts'
import { isPartialError, UnreadableResponse, type KubernetesApi } from './kubernetes-api.ts'

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

export const discover = async (
  api: Pick<KubernetesApi, 'json'>,
  signal: AbortSignal,
): Promise<{ resources: ApiResource[]; errors: FoundError[] }> => {
  const read = groupList.safeParse(await api.json('/apis', signal))
  if (!read.success) throw new UnreadableResponse('The response is not a list of API groups')
  const versions = [
    { group: '', version: 'v1' },
    ...read.data.groups
      .filter(({ name }) => !leftOut.has(name))
      .map(({ name, preferredVersion }) => ({ group: name, version: preferredVersion.version })),
  ]
  const errors: FoundError[] = []
  const found = await Promise.all(
    versions.map(async (version): Promise<ApiResource[]> => {
      const path = toVersionPath(version)
      try {
        const list = resourceList.safeParse(await api.json(path, signal))
        if (!list.success) throw new UnreadableResponse('The response is not a list of kinds')
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
      } catch (error) {
        if (version.group === '' || !isPartialError(error)) throw error
        errors.push({ kind: 'error', reason: `${path} cannot be read. ${error.message}.` })
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
