import type { Found, FoundError, FoundPart, ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'
import { merged } from '#relay/backend/scrapers/merged.ts'
import { shownAddress } from '#relay/backend/clients/target.ts'
import { discover, type ApiResource } from './kubernetes/api-resources.ts'
import { clusterItem } from './kubernetes/cluster-item.ts'
import { toEventChange } from './kubernetes/event-change.ts'
import { clusterAccess } from './kubernetes/kubeconfig.ts'
import { ApiRejection, isPartialError, KubernetesApi } from './kubernetes/kubernetes-api.ts'
import { isWanted, isWantedKind, isWatched, kubernetesSpec, type KubernetesSpec } from './kubernetes/kubernetes-spec.ts'
import { listObjects } from './kubernetes/list-objects.ts'
import { toManifestItem } from './kubernetes/manifest-item.ts'
import { manifestSchema } from './kubernetes/manifest.ts'
import { watchObjects } from './kubernetes/watch-objects.ts'

const toFound = (
  object: unknown,
  { kind }: ApiResource,
  spec: KubernetesSpec,
  source: string,
): FoundPart | undefined => {
  if (kind === 'Event') return toEventChange(object, spec)
  const manifest = manifestSchema.safeParse(object)
  if (manifest.success && !isWanted(spec, manifest.data)) return undefined
  return toManifestItem(object, { source, cluster: spec.clusterName })
}

/** Undefined when the cluster as a whole cannot be read. */
const toKindError = (error: unknown, { plural, group }: ApiResource): FoundError | undefined => {
  const name = group === '' ? plural : `${plural}.${group}`
  return isPartialError(error) ? { kind: 'error', reason: `${name} cannot be read. ${error.message}.` } : undefined
}

const isEvent = ({ group, kind }: ApiResource): boolean => group === '' && kind === 'Event'

export const kubernetes: ScraperType<KubernetesSpec> = {
  key: 'kubernetes',
  spec: kubernetesSpec,
  defaultType: 'Kubernetes::Object',
  hidesItself: ['kubeconfig'],
  describeEndpoint: ({ clusterName }) => `Cluster ${clusterName}`,
  async *scrape(spec, context): AsyncGenerator<Found> {
    const { signal, positions } = context
    const access = await clusterAccess(spec, context)
    const source = shownAddress(access.server)
    const api = new KubernetesApi(access)
    try {
      const { resources, errors } = await discover(api, signal)
      yield* errors
      yield clusterItem(spec.clusterName, source, await api.json('/version', signal).catch(() => null))
      const readAll = async function* (resource: ApiResource): AsyncGenerator<readonly Found[]> {
        try {
          for await (const { objects, version } of listObjects(api, resource, spec, signal)) {
            yield objects.flatMap((object) => toFound(object, resource, spec, source) ?? [])
            if (version !== undefined && isWatched(spec, resource)) positions.set(JSON.stringify(resource), version)
          }
        } catch (error) {
          const kindError = toKindError(error, resource)
          if (kindError === undefined) throw error
          const isForbidden = error instanceof ApiRejection && error.code === 403
          if (!isForbidden || spec.allowIncomplete !== true) yield [kindError]
        }
      }
      const wanted = resources.filter((resource) => isWantedKind(spec, resource))
      for await (const some of merged(wanted.map(readAll), spec.maxInflight)) yield* some
      // Events must follow the objects that they refer to.
      for (const events of resources.filter(isEvent)) for await (const some of readAll(events)) yield* some
    } finally {
      await api.close()
    }
  },
  async watch(spec, context, onFound) {
    const access = await clusterAccess(spec, context)
    const source = shownAddress(access.server)
    const api = new KubernetesApi(access)
    try {
      return await watchObjects(api, spec, context, {
        onObject: (object, resource, isDeleted) => {
          const found = toFound(object, resource, spec, source)
          if (found === undefined || (isDeleted && found.kind !== 'item')) return
          if (!isDeleted || found.kind !== 'item') return onFound(found)
          onFound({ ...found, known: { ...found.known, deletedAt: new Date().toISOString() } })
        },
        onDenied: (error, resource) => {
          const kindError = toKindError(error, resource)
          if (kindError === undefined) return false
          onFound(kindError)
          return true
        },
      })
    } finally {
      await api.close()
    }
  },
}
