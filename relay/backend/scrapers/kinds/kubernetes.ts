import type { Found, FoundFault, FoundPart, ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'
import { merged } from '#relay/backend/scrapers/merged.ts'
import { shownAddress } from '#relay/backend/clients/target.ts'
import { discover, type ApiResource } from './kubernetes/api-resources.ts'
import { clusterItem } from './kubernetes/cluster-item.ts'
import { changeOfEvent } from './kubernetes/event-change.ts'
import { clusterAccess } from './kubernetes/kubeconfig.ts'
import { ApiRefusal, isOfPart, KubernetesApi } from './kubernetes/kubernetes-api.ts'
import { isWanted, isWantedKind, isWatched, kubernetesSpec, type KubernetesSpec } from './kubernetes/kubernetes-spec.ts'
import { listObjects } from './kubernetes/list-objects.ts'
import { itemOfManifest } from './kubernetes/manifest-item.ts'
import { manifestSchema } from './kubernetes/manifest.ts'
import { watchObjects } from './kubernetes/watch-objects.ts'

/** What an object of a cluster is: an item, or of an event a change of one; nothing where it is not wanted. */
const foundOf = (
  object: unknown,
  { kind }: ApiResource,
  spec: KubernetesSpec,
  source: string,
): FoundPart | undefined => {
  if (kind === 'Event') return changeOfEvent(object, spec)
  const manifest = manifestSchema.safeParse(object)
  if (manifest.success && !isWanted(spec, manifest.data)) return undefined
  return itemOfManifest(object, { source, cluster: spec.clusterName })
}

/** Why objects of a kind cannot be read, where the others still can; undefined where nothing can. */
const faultOf = (error: unknown, { plural, group }: ApiResource): FoundFault | undefined => {
  const name = group === '' ? plural : `${plural}.${group}`
  return isOfPart(error) ? { kind: 'fault', reason: `${name} cannot be read. ${error.message}.` } : undefined
}

const isEvent = ({ group, kind }: ApiResource): boolean => group === '' && kind === 'Event'

/**
 * What a cluster has, custom resources included, with what belongs to, uses and selects what; its events are changes of what they are
 * about. Between runs the cluster tells of changes itself.
 */
export const kubernetes: ScraperType<KubernetesSpec> = {
  key: 'kubernetes',
  spec: kubernetesSpec,
  defaultType: 'Kubernetes::Object',
  hidesItself: ['kubeconfig'],
  endpointOf: ({ clusterName }) => `The cluster ${clusterName}`,
  async *scrape(spec, context): AsyncGenerator<Found> {
    const { signal, positions } = context
    const access = await clusterAccess(spec, context)
    const source = shownAddress(access.server)
    const api = new KubernetesApi(access)
    try {
      const { resources, faults } = await discover(api, signal)
      yield* faults
      yield clusterItem(spec.clusterName, source, await api.json('/version', signal).catch(() => null))
      const readAll = async function* (resource: ApiResource): AsyncGenerator<readonly Found[]> {
        try {
          for await (const { objects, version } of listObjects(api, resource, spec, signal)) {
            yield objects.flatMap((object) => foundOf(object, resource, spec, source) ?? [])
            if (version !== undefined && isWatched(spec, resource)) positions.set(JSON.stringify(resource), version)
          }
        } catch (error) {
          const fault = faultOf(error, resource)
          if (fault === undefined) throw error
          const isForbidden = error instanceof ApiRefusal && error.code === 403
          if (!isForbidden || spec.allowIncomplete !== true) yield [fault]
        }
      }
      const wanted = resources.filter((resource) => isWantedKind(spec, resource))
      for await (const some of merged(wanted.map(readAll), spec.maxInflight)) yield* some
      // Events come after what they are about.
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
        onObject: (object, resource, isGone) => {
          const found = foundOf(object, resource, spec, source)
          if (found === undefined || (isGone && found.kind !== 'item')) return
          if (!isGone || found.kind !== 'item') return onFound(found)
          onFound({ ...found, known: { ...found.known, deletedAt: new Date().toISOString() } })
        },
        onRefused: (error, resource) => {
          const fault = faultOf(error, resource)
          if (fault === undefined) return false
          onFound(fault)
          return true
        },
      })
    } finally {
      await api.close()
    }
  },
}
