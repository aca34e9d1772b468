import { z } from 'zod'
import { setTimeout as pause } from 'node:timers/promises'
import { WatchExpired, type ScrapeContext } from '#relay/backend/scrapers/scraper-kind.ts'
import { linkSignal } from '#relay/time-limit.ts'
import type { ApiResource } from '#relay/backend/clients/kubernetes/api-resources.ts'
import { ClusterError, isRejection, type KubernetesApi } from '#relay/backend/clients/kubernetes/kubernetes-api.ts'
import { toObjectsPath, withKind } from '#relay/backend/clients/kubernetes/list-objects.ts'
import { toListedObjects, type KubernetesSpec } from './kubernetes-spec.ts'

export interface WatchEvents {
  /** The next object of the same kind is read from the cluster only after the promise settles. */
  readonly onObject: (object: unknown, resource: ApiResource, isDeleted: boolean) => Promise<void>
  /** Return false to end the whole watch. */
  readonly onDenied: (error: unknown, resource: ApiResource) => boolean
}

const resourceSchema = z.object({
  group: z.string(),
  version: z.string(),
  kind: z.string(),
  plural: z.string(),
  isNamespaced: z.boolean(),
  canWatch: z.boolean(),
})
const eventSchema = z.looseObject({ type: z.string(), object: z.unknown() })
const versioned = z.looseObject({ metadata: z.looseObject({ resourceVersion: z.string() }) })
const statusSchema = z.looseObject({ code: z.number().catch(500), message: z.string().catch('') })

/** Delays before reconnecting; after the last, the cluster counts as disconnected. */
const reconnectMs = [250, 1_000, 3_000]

interface WatchedKind extends Pick<WatchEvents, 'onObject'> {
  readonly resource: ApiResource
  readonly from: string
  readonly signal: AbortSignal
}

const watchKind = async (
  api: Pick<KubernetesApi, 'watch'>,
  spec: KubernetesSpec,
  { resource, from, signal, onObject }: WatchedKind,
): Promise<never> => {
  let version = from
  let failures = 0
  for (;;) {
    const begun = Date.now()
    try {
      const path = `${toObjectsPath(resource, toListedObjects(spec, resource))}&resourceVersion=${encodeURIComponent(version)}`
      for await (const line of api.watch(path, signal)) {
        const { type, object } = eventSchema.parse(line)
        if (type === 'ERROR') {
          const { code, message } = statusSchema.parse(object)
          throw new ClusterError(code, message)
        }
        version = versioned.safeParse(object).data?.metadata.resourceVersion ?? version
        failures = 0
        if (type !== 'BOOKMARK') await onObject(withKind(object, resource), resource, type === 'DELETED')
      }
      // The cluster ends a watch after some minutes; pause when one ends at once.
      if (Date.now() - begun < 1_000) await pause(1_000, undefined, { signal })
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ClusterError && error.code === 410)
        throw new WatchExpired(`The cluster no longer has the changes of ${resource.plural} since they were read`)
      if (isRejection(error) && error.code < 500 && error.code !== 429) throw error
      const wait = reconnectMs[failures]
      if (wait === undefined) throw error
      failures += 1
      await pause(wait, undefined, { signal })
    }
  }
}

/** Rejects when the cluster is disconnected, a watch expires or the signal fires. */
export const watchObjects = async (
  api: Pick<KubernetesApi, 'watch'>,
  spec: KubernetesSpec,
  { signal: outer, positions }: Pick<ScrapeContext, 'signal' | 'positions'>,
  { onObject, onDenied }: WatchEvents,
): Promise<never> => {
  const { signal, abort, release } = linkSignal(outer)
  const watches = [...positions].map(async ([written, from]) => {
    const resource = resourceSchema.parse(JSON.parse(written))
    try {
      await watchKind(api, spec, { resource, from, signal, onObject })
    } catch (error) {
      if (signal.aborted || error instanceof WatchExpired || !onDenied(error, resource)) throw error
    }
  })
  try {
    await Promise.all(watches)
    await new Promise((_resolve, reject) => {
      const stop = () => reject(signal.reason as Error)
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
    })
    throw new Error('Nothing is watched')
  } finally {
    release()
    abort(new Error('No longer watched'))
    await Promise.allSettled(watches)
  }
}
