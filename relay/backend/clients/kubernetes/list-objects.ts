import { z } from 'zod'
import { isMap } from '#shared/primitives/is-map.ts'
import { JsonBoundError } from '#shared/primitives/bounded-json.ts'
import { toVersionPath, type ApiResource } from './api-resources.ts'
import { ClusterError, type KubernetesApi } from './kubernetes-api.ts'

export interface ListedObjects {
  readonly namespace?: string | undefined
  readonly selector?: string | undefined
  readonly fieldSelector?: string | undefined
}

interface ObjectPage {
  readonly objects: readonly unknown[]
  /** Set on the last page only: the version from which to watch. */
  readonly version: string | undefined
}

const pageObjects = 250
const listSchema = z.looseObject({
  metadata: z.looseObject({ resourceVersion: z.string().optional(), continue: z.string().optional() }),
  items: z.array(z.unknown()).nullable(),
})

export const toObjectsPath = (resource: ApiResource, { namespace, selector, fieldSelector }: ListedObjects): string => {
  const within =
    resource.isNamespaced && (namespace ?? '') !== '' ? `/namespaces/${encodeURIComponent(namespace ?? '')}` : ''
  const query = new URLSearchParams()
  if ((selector ?? '') !== '') query.set('labelSelector', selector ?? '')
  if ((fieldSelector ?? '') !== '') query.set('fieldSelector', fieldSelector ?? '')
  return `${toVersionPath(resource)}${within}/${resource.plural}?${query.toString()}`
}

/** Objects in a list have no kind and apiVersion. */
export const withKind = (object: unknown, { group, version, kind }: ApiResource): unknown =>
  isMap(object) ? { apiVersion: group === '' ? version : `${group}/${version}`, kind, ...object } : object

export async function* listObjects(
  api: Pick<KubernetesApi, 'json'>,
  resource: ApiResource,
  listed: ListedObjects,
  signal: AbortSignal,
): AsyncGenerator<ObjectPage> {
  let limit = pageObjects
  let next = ''
  let hasBegunAgain = false
  for (;;) {
    const more = next === '' ? '' : `&continue=${encodeURIComponent(next)}`
    let response: unknown
    try {
      response = await api.json(`${toObjectsPath(resource, listed)}&limit=${limit}${more}`, signal)
    } catch (error) {
      const isTooLarge = (error instanceof ClusterError && error.code === 413) || error instanceof JsonBoundError
      const isTooOld = error instanceof ClusterError && error.code === 410 && next !== '' && !hasBegunAgain
      if (!isTooOld && (!isTooLarge || limit === 1)) throw error
      if (isTooLarge) limit = Math.max(1, Math.floor(limit / 8))
      else {
        // Continue tokens expire after some minutes; restart the list at its current state.
        hasBegunAgain = true
        next = ''
      }
      continue
    }
    const read = listSchema.safeParse(response)
    if (!read.success) throw new ClusterError(200, 'The response is not a list of objects')
    const { metadata, items } = read.data
    next = metadata.continue ?? ''
    const version = next === '' ? metadata.resourceVersion : undefined
    yield { objects: (items ?? []).map((object) => withKind(object, resource)), version }
    if (next === '') return
  }
}
