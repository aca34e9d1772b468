import { z } from 'zod'
import type { ItemLink } from '#relay/backend/catalog/scraped-item.ts'
import { toVersionPath, type ApiResource } from '#relay/backend/clients/kubernetes/api-resources.ts'
import { isPartialError, type KubernetesApi } from '#relay/backend/clients/kubernetes/kubernetes-api.ts'
import { isExcludedOwner, type KubernetesSpec } from './kubernetes-spec.ts'
import { listObjects } from '#relay/backend/clients/kubernetes/list-objects.ts'
import { toItemType } from '#relay/backend/clients/kubernetes/manifest.ts'

const ownersSchema = z.looseObject({
  metadata: z.looseObject({
    uid: z.string(),
    namespace: z.string().optional(),
    ownerReferences: z.array(z.looseObject({ kind: z.string(), name: z.string(), uid: z.string() })).optional(),
  }),
})
type Owner = NonNullable<z.infer<typeof ownersSchema>['metadata']['ownerReferences']>[number]

const depthMax = 5
/** A watch runs for days: the owners read last are cached. */
const watchedOwnersMax = 5_000

interface OwnersOptions {
  readonly api: Pick<KubernetesApi, 'json'>
  readonly spec: KubernetesSpec
  readonly resources: () => Promise<readonly ApiResource[]>
  /** Lists a kind at once, for reading a whole cluster; otherwise reads single objects. */
  readonly listsKinds: boolean
  readonly signal: AbortSignal
}

/**
 * Owners of objects that are not items. A pod whose ReplicaSet is excluded belongs to the Deployment. Read only when
 * an object has such an owner.
 */
export class ExcludedOwners {
  readonly #options: OwnersOptions
  readonly #listed = new Map<string, Promise<void>>()
  readonly #owners = new Map<string, readonly Owner[]>()

  constructor(options: OwnersOptions) {
    this.#options = options
  }

  /** The first owner that is an item comes first. */
  async parentsOf(object: unknown): Promise<ItemLink[]> {
    const read = ownersSchema.safeParse(object)
    if (!read.success) return []
    const { namespace, ownerReferences = [] } = read.data.metadata
    const excluded = ownerReferences.filter((owner) => isExcludedOwner(this.#options.spec, owner, namespace))
    return excluded.length === 0 ? [] : this.#above(excluded, namespace, 1)
  }

  async #above(owners: readonly Owner[], namespace: string | undefined, depth: number): Promise<ItemLink[]> {
    const found: ItemLink[] = []
    for (const owner of owners) {
      for (const next of await this.#ownersOf(owner, namespace)) {
        found.push({ kind: 'parent', to: { type: toItemType(next.kind), id: next.uid } })
        if (depth < depthMax && isExcludedOwner(this.#options.spec, next, namespace))
          found.push(...(await this.#above([next], namespace, depth + 1)))
      }
    }
    return found
  }

  async #ownersOf({ kind, name, uid }: Owner, namespace: string | undefined): Promise<readonly Owner[]> {
    const known = this.#owners.get(uid)
    if (known !== undefined) {
      this.#set(uid, known)
      return known
    }
    const resource = (await this.#options.resources()).find((each) => each.kind === kind)
    if (resource === undefined) return []
    if (this.#options.listsKinds) {
      const listed = this.#listed.get(kind) ?? this.#list(resource)
      this.#listed.set(kind, listed)
      await listed
    } else await this.#read(resource, name, namespace)
    return this.#owners.get(uid) ?? []
  }

  #add(object: unknown): void {
    const read = ownersSchema.safeParse(object)
    if (read.success) this.#set(read.data.metadata.uid, read.data.metadata.ownerReferences ?? [])
  }

  #set(uid: string, owners: readonly Owner[]): void {
    this.#owners.delete(uid)
    this.#owners.set(uid, owners)
    const [oldest] = this.#owners.keys()
    if (!this.#options.listsKinds && this.#owners.size > watchedOwnersMax && oldest !== undefined)
      this.#owners.delete(oldest)
  }

  async #list(resource: ApiResource): Promise<void> {
    const { api, spec, signal } = this.#options
    const all = { ...spec, selector: undefined, fieldSelector: undefined }
    await this.#tolerating(async () => {
      for await (const { objects } of listObjects(api, resource, all, signal))
        for (const each of objects) this.#add(each)
    })
  }

  async #read(resource: ApiResource, name: string, namespace: string | undefined): Promise<void> {
    const { api, signal } = this.#options
    const within = resource.isNamespaced ? `/namespaces/${encodeURIComponent(namespace ?? '')}` : ''
    const path = `${toVersionPath(resource)}${within}/${resource.plural}/${encodeURIComponent(name)}`
    await this.#tolerating(async () => this.#add(await api.json(path, signal)))
  }

  /** Without access to a kind, its objects have no known owners. */
  async #tolerating(read: () => Promise<void>): Promise<void> {
    try {
      await read()
    } catch (error) {
      if (!isPartialError(error)) throw error
    }
  }
}
