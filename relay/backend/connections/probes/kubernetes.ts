import { z } from 'zod'
import { connectionAccess } from '#relay/backend/clients/kubernetes/kubeconfig.ts'
import { KubernetesApi } from '#relay/backend/clients/kubernetes/kubernetes-api.ts'
import { parseEndpoint } from '#relay/backend/clients/run/endpoint.ts'
import type { ConnectionProbe } from './probe.ts'

const version = z.looseObject({ gitVersion: z.string() })
const permitted = z.looseObject({ items: z.array(z.unknown()) })

/** Anonymous clients can read the version on most clusters, so the namespaces are listed to verify the credentials. */
export const kubernetes: ConnectionProbe = {
  endpoint: async ({ certificate = '' }) => {
    const { server, tls } = await connectionAccess(certificate, { hide: () => undefined })
    const endpoint = parseEndpoint(server, 'https')
    return endpoint && { ...endpoint, ca: tls.ca, isUnverified: tls.insecure }
  },
  ask: async ({ connection: { certificate = '' } }, { mask, signal }) => {
    const api = new KubernetesApi(await connectionAccess(certificate, { hide: (text) => mask.hide(text) }))
    try {
      const { gitVersion } = version.parse(await api.json('/version', signal))
      permitted.parse(await api.json('/api/v1/namespaces?limit=1', signal))
      return `Kubernetes ${gitVersion}, namespaces can be listed`
    } finally {
      await api.close()
    }
  },
}
