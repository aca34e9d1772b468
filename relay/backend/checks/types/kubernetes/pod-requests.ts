import type { KubernetesApi } from '#relay/backend/clients/kubernetes/kubernetes-api.ts'
import { withCleanUp, type TemporaryPod } from '#relay/backend/clients/kubernetes/temporary-pod.ts'
import { httpRequest } from '#relay/backend/clients/http/http-request.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { describeError } from '#relay/backend/clients/run/describe-error.ts'
import { createAll, deleteObject, type ClusterObject } from './cluster-objects.ts'
import { labelAsOwn } from './leftovers.ts'
import type { IngressHost, PodOptions } from './pod-fields.ts'
import type { Missing, Stages } from './stages.ts'

export const runLabel = 'quarterdeck/run'
const expectedByDefault = [200]
const bodyMax = 4 * 1024 * 1024

interface Response {
  readonly code: number
  readonly text: string
}
type Get = (signal: AbortSignal) => Promise<Response>

const findMismatch = (options: PodOptions, { code, text }: Response): string | undefined => {
  const { expectedHttpStatuses = expectedByDefault, expectedContent = '' } = options
  if (!expectedHttpStatuses.includes(code)) return `Expected code ${expectedHttpStatuses.join(' or ')}, got ${code}.`
  return text.includes(expectedContent) ? undefined : `Body does not contain ${JSON.stringify(expectedContent)}.`
}

const requestUntilExpected = (get: Get, options: PodOptions, stages: Stages) => {
  const { httpTimeout = 0, httpRetryInterval } = options
  return stages.run({
    name: 'request',
    limitMs: httpTimeout,
    everyMs: httpRetryInterval,
    isOnce: httpTimeout === 0,
    attempt: async (signal): Promise<Missing | undefined> => {
      const reason = findMismatch(options, await get(signal))
      return reason === undefined ? undefined : { reason }
    },
    describe: (reason, limit) => (reason === 'no response' ? `No response from the pod within ${limit}.` : reason),
  })
}

const withoutSlash = (path: string): string => path.replace(/^\//, '')

/** Through the API of the cluster. */
export const requestPod = async (
  api: KubernetesApi,
  pod: TemporaryPod,
  options: PodOptions,
  stages: Stages,
): Promise<string | undefined> => {
  const { port, path = '' } = options
  if (port === undefined) return undefined
  const address = `${pod.path}:${port}/proxy/${withoutSlash(path)}`
  return requestUntilExpected((signal) => api.send('GET', address, signal), options, stages)
}

export const servicesPath = (namespace: string): string =>
  `/api/v1/namespaces/${encodeURIComponent(namespace)}/services`
export const ingressesPath = (namespace: string): string =>
  `/apis/networking.k8s.io/v1/namespaces/${encodeURIComponent(namespace)}/ingresses`

export interface Exposed {
  readonly pod: TemporaryPod
  /** Value of the label by which the service finds the pod. */
  readonly label: string
  readonly namespace: string
  readonly host: IngressHost
  readonly port: number
}

const place = (listPath: string, manifest: ClusterObject['manifest']): ClusterObject => ({
  manifest,
  listPath,
  path: `${listPath}/${encodeURIComponent(manifest.metadata.name)}`,
})

const buildObjects = (
  { pod, label, namespace, host, port }: Exposed,
  options: PodOptions,
  run: ClientRun,
): ClusterObject[] => {
  const { ingressName = pod.name, ingressClass } = options
  const labels = labelAsOwn(run)
  const service = `check-${label}`
  const backend = { service: { name: service, port: { number: port } } }
  return [
    place(servicesPath(namespace), {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: service, namespace, labels },
      spec: { selector: { [runLabel]: label }, ports: [{ name: 'http', port, targetPort: port }] },
    }),
    place(ingressesPath(namespace), {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      metadata: { name: ingressName, namespace, labels },
      spec: {
        ...(ingressClass !== undefined && { ingressClassName: ingressClass }),
        rules: [{ host: host.name, http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
      },
    }),
  ]
}

/** An ingress controller returns these until it knows the ingress and the pod. */
const unrouted = new Set([404, 502, 503, 504])

const waitUntilRouted = (get: Get, { origin }: IngressHost, options: PodOptions, stages: Stages) =>
  stages.run({
    name: 'ingress',
    limitMs: options.ingressTimeout,
    everyMs: options.httpRetryInterval,
    attempt: async (signal): Promise<Missing | undefined> => {
      let response: Response
      try {
        response = await get(signal)
      } catch (error) {
        signal.throwIfAborted()
        return { reason: describeError(error, origin).replace(/\.$/, '') }
      }
      const isRouted = !unrouted.has(response.code) || findMismatch(options, response) === undefined
      return isRouted ? undefined : { reason: `code ${response.code}` }
    },
    describe: (reason, limit) => `The ingress does not route ${origin} to the pod after ${limit}: ${reason}.`,
  })

/** Creates a service and an ingress, and requests the pod through its host. */
export const requestThroughIngress = async (
  api: KubernetesApi,
  exposed: Exposed,
  options: PodOptions,
  { run, stages }: { readonly run: ClientRun; readonly stages: Stages },
): Promise<string | undefined> => {
  const created: ClusterObject[] = []
  const { path = '', expectedHttpStatuses = expectedByDefault } = options
  const get: Get = async (signal) => {
    const { code, content } = await httpRequest({
      url: `${exposed.host.origin}/${withoutSlash(path)}`,
      method: 'GET',
      headers: [['user-agent', 'quarterdeck']],
      tls: { insecure: false },
      finalCodes: expectedHttpStatuses,
      bodyMax,
      signal,
    })
    return { code, text: content }
  }
  return withCleanUp(
    async () => {
      await createAll(api, buildObjects(exposed, options, run), created, {
        signal: run.signal,
        ifExists: 'Delete it, or set another ingressName',
      })
      return (
        (await waitUntilRouted(get, exposed.host, options, stages)) ??
        (await requestUntilExpected(get, options, stages))
      )
    },
    async (signal) => {
      for (const object of created.toReversed()) await deleteObject(api, object, signal)
    },
    { api, signal: run.signal },
  )
}
