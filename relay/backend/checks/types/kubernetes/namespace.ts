import { z } from 'zod'
import { defineCheckType } from '#relay/backend/checks/types/define-check-type.ts'
import { count } from '#relay/backend/clients/run/fields.ts'
import { createSuffix, withCleanUp } from '#relay/backend/clients/kubernetes/temporary-pod.ts'
import { clusterSignIn, withCluster } from '#relay/backend/clients/kubernetes/with-cluster.ts'
import { needsCluster } from './needs-cluster.ts'
import { podFields, podTemplate, startPod } from './start-pod.ts'

const values = z.record(z.string(), z.coerce.string()).optional()
const spec = z.strictObject({
  ...clusterSignIn,
  ...podFields,
  podSpec: podTemplate,
  namespaceNamePrefix: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,40})$/, 'must be the beginning of a name: lowercase letters, digits and dashes')
    .optional(),
  namespaceLabels: values,
  namespaceAnnotations: values,
  schedule_timeout: count.optional(),
})
type NamespaceSpec = z.infer<typeof spec>

export const namespace = defineCheckType<NamespaceSpec>({
  key: 'namespace',
  requires: needsCluster,
  spec,
  formatEndpoint: ({ namespaceNamePrefix }) => `${namespaceNamePrefix ?? 'check-'}*`,
  run: async (checkSpec, run) =>
    withCluster(checkSpec, run, async (api) => {
      const { podSpec, namespaceLabels, namespaceAnnotations, namespaceNamePrefix = 'check-' } = checkSpec
      const name = `${namespaceNamePrefix}${createSuffix()}`
      const object = {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name, labels: namespaceLabels, annotations: namespaceAnnotations },
      }
      const work = async () => {
        await api.create('/api/v1/namespaces', object, run.signal)
        return startPod(api, podSpec, name, { ...checkSpec, scheduleTimeout: checkSpec.schedule_timeout }, run)
      }
      return withCleanUp(work, (signal) => api.delete(`/api/v1/namespaces/${name}`, signal), {
        api,
        signal: run.signal,
      })
    }),
})
