import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import type { Found, FoundError, FoundPart, ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'
import { merged } from '#relay/backend/clients/run/merged.ts'
import { shownAddress } from '#relay/backend/clients/run/target.ts'
import { createResourceList, discover, type ApiResource } from '#relay/backend/clients/kubernetes/api-resources.ts'
import { ExcludedOwners } from './kubernetes/excluded-owners.ts'
import { expressionsIn } from '#relay/backend/scrapers/transform/transform-spec.ts'
import { clusterItem } from './kubernetes/cluster-item.ts'
import { toEventChange } from './kubernetes/event-change.ts'
import { cloudClusterAccess } from '#relay/backend/clients/kubernetes/cloud-cluster.ts'
import { clusterAccess } from '#relay/backend/clients/kubernetes/kubeconfig.ts'
import { ClusterError, isPartialError, KubernetesApi } from '#relay/backend/clients/kubernetes/kubernetes-api.ts'
import {
  isWanted,
  isWantedKind,
  isWatched,
  kubernetesSpec,
  toLinkRules,
  toListedObjects,
  type KubernetesSpec,
} from './kubernetes/kubernetes-spec.ts'
import { listObjects } from '#relay/backend/clients/kubernetes/list-objects.ts'
import { toManifestItem } from './kubernetes/manifest-item.ts'
import { manifestSchema } from '#relay/backend/clients/kubernetes/manifest.ts'
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

/** The owners of an excluded owner come after it, before the namespace. */
const withOwners = async (found: FoundPart, object: unknown, owners: ExcludedOwners): Promise<FoundPart> => {
  if (found.kind !== 'item') return found
  const above = await owners.parentsOf(object)
  const links = found.known.links ?? []
  const count = manifestSchema.safeParse(object).data?.metadata.ownerReferences?.length ?? 0
  return above.length === 0
    ? found
    : { ...found, known: { ...found.known, links: [...links.slice(0, count), ...above, ...links.slice(count)] } }
}

const foundIn = async (
  objects: readonly unknown[],
  resource: ApiResource,
  { spec, source, owners }: { readonly spec: KubernetesSpec; readonly source: string; readonly owners: ExcludedOwners },
): Promise<FoundPart[]> => {
  const all: FoundPart[] = []
  for (const object of objects) {
    const found = toFound(object, resource, spec, source)
    if (found !== undefined) all.push(await withOwners(found, object, owners))
  }
  return all
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
  listLinkRules: toLinkRules,
  listExpressions: ({ relationships }) => expressionsIn({ relationships }),
  describeEndpoint: ({ clusterName }) => `Cluster ${clusterName}`,
  async *scrape(spec, context): AsyncGenerator<Found> {
    const { signal, positions } = context
    const access = (await cloudClusterAccess(spec, context)) ?? (await clusterAccess(spec, context))
    const source = shownAddress(access.server)
    const api = new KubernetesApi(access)
    try {
      const { resources, errors } = await discover(api, signal)
      yield* errors.map((reason) => ({ kind: 'error', reason }) as const)
      const owners = new ExcludedOwners({
        api,
        spec,
        resources: () => Promise.resolve(resources),
        listsKinds: true,
        signal,
      })
      yield clusterItem(spec.clusterName, source, await api.json('/version', signal).catch(() => null))
      const readAll = async function* (resource: ApiResource): AsyncGenerator<readonly Found[]> {
        try {
          for await (const { objects, version } of listObjects(
            api,
            resource,
            toListedObjects(spec, resource),
            signal,
          )) {
            yield await foundIn(objects, resource, { spec, source, owners })
            if (version !== undefined && isWatched(spec, resource)) positions.set(JSON.stringify(resource), version)
          }
        } catch (error) {
          const kindError = toKindError(error, resource)
          if (kindError === undefined) throw error
          const isForbidden = error instanceof ClusterError && error.code === 403
          if (!isForbidden || spec.allowIncomplete !== true) yield [kindError]
        }
      }
      const wanted = resources.filter((resource) => isWantedKind(spec, resource))
      for await (const some of merged(wanted.map(readAll), spec.maxInFlight ?? spec.maxInflight)) yield* some
      // Events must follow the objects that they refer to.
      for (const events of resources.filter(isEvent)) for await (const some of readAll(events)) yield* some
    } finally {
      await api.close()
    }
  },
  async watch(spec, context, onFound) {
    const access = (await cloudClusterAccess(spec, context)) ?? (await clusterAccess(spec, context))
    const source = shownAddress(access.server)
    const api = new KubernetesApi(access)
    const owners = new ExcludedOwners({
      api,
      spec,
      resources: createResourceList(api, context.signal),
      listsKinds: false,
      signal: context.signal,
    })
    // One after another: an event must not overtake the object that it refers to.
    let handled = Promise.resolve()
    const handle = async (object: unknown, resource: ApiResource, isDeleted: boolean) => {
      const plain = toFound(object, resource, spec, source)
      if (plain === undefined || (isDeleted && plain.kind !== 'item')) return
      const found = await withOwners(plain, object, owners)
      if (!isDeleted || found.kind !== 'item') return onFound(found)
      onFound({ ...found, known: { ...found.known, deletedAt: new Date().toISOString() } })
    }
    try {
      return await watchObjects(api, spec, context, {
        onObject: (object, resource, isDeleted) => {
          handled = handled
            .then(() => handle(object, resource, isDeleted))
            .catch((error: unknown) => onFound({ kind: 'error', reason: toErrorMessage(error) }))
          return handled
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
