import { randomBytes } from 'node:crypto'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import type { KubernetesApi } from './kubernetes-api.ts'

const cleanUpMs = 10_000
/** A pod that the relay could not delete ends this long after the timeout of its work. */
const leftOverSeconds = 300
const timeoutSecondsMax = 24 * 60 * 60

export interface PodManifest {
  readonly metadata: { readonly name: string; readonly namespace: string }
  readonly spec: Readonly<Record<string, unknown>>
}

export interface TemporaryPod {
  readonly name: string
  readonly path: string
}

export const toDeadlineSeconds = (timeoutMs: number): number =>
  Math.min(Math.ceil(timeoutMs / 1_000), timeoutSecondsMax) + leftOverSeconds

export const createSuffix = (): string => randomBytes(4).toString('hex')

/**
 * A failed clean-up is an error of its own, unless the work failed before. After an abort it continues in the
 * background: a cluster that does not respond must not delay the result.
 */
export const withCleanUp = async <T>(
  work: () => Promise<T>,
  cleanUp: (signal: AbortSignal) => Promise<void>,
  { api, signal }: { readonly api: KubernetesApi; readonly signal: AbortSignal },
): Promise<T> => {
  let result: T
  try {
    result = await work()
  } catch (error) {
    const cleaned = cleanUp(AbortSignal.timeout(cleanUpMs)).catch(() => undefined)
    if (signal.aborted) api.closeAfter(cleaned)
    else await cleaned
    throw error
  }
  await cleanUp(AbortSignal.timeout(cleanUpMs))
  return result
}

/** Deletes the pod in every case, also after an abort. */
export const withTemporaryPod = async <T>(
  api: KubernetesApi,
  { metadata, spec, ...template }: PodManifest,
  { signal, timeoutMs }: Pick<ClientRun, 'signal' | 'timeoutMs'>,
  work: (pod: TemporaryPod) => Promise<T>,
): Promise<T> => {
  const name = `${metadata.name.slice(0, 50)}-${createSuffix()}`
  const pods = `/api/v1/namespaces/${encodeURIComponent(metadata.namespace)}/pods`
  const path = `${pods}/${name}`
  const pod = {
    ...template,
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...metadata, name },
    spec: { activeDeadlineSeconds: toDeadlineSeconds(timeoutMs), ...spec },
  }
  return withCleanUp(
    async () => {
      await api.create(pods, pod, signal)
      return work({ name, path })
    },
    (cleanUpSignal) => api.delete(path, cleanUpSignal),
    { api, signal },
  )
}
