import { z } from 'zod'
import { defineCheckType } from '#relay/backend/checks/types/define-check-type.ts'
import { count } from '#relay/backend/clients/run/fields.ts'
import { createSuffix, withCleanUp } from '#relay/backend/clients/kubernetes/temporary-pod.ts'
import { clusterSignIn, withCluster } from '#relay/backend/clients/kubernetes/with-cluster.ts'
import { needsCluster } from './needs-cluster.ts'
import { deleteLeftovers, labelAsOwn } from './leftovers.ts'
import { demandIngressHost, findPodTimeout, podFields, podTemplate } from './pod-fields.ts'
import { startPod } from './start-pod.ts'

const values = z.record(z.string(), z.coerce.string()).optional()
const spec = z
  .strictObject({
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
  .superRefine(demandIngressHost)
type NamespaceSpec = z.infer<typeof spec>

const toPodOptions = (options: NamespaceSpec) => ({ ...options, scheduleTimeout: options.schedule_timeout })
const namespacesPath = '/api/v1/namespaces'

export const namespace = defineCheckType<NamespaceSpec>({
  key: 'namespace',
  requires: needsCluster,
  spec,
  findTimeout: (options) => findPodTimeout(toPodOptions(options)),
  formatEndpoint: ({ namespaceNamePrefix }) => `${namespaceNamePrefix ?? 'check-'}*`,
  run: async (checkSpec, run) =>
    withCluster(checkSpec, run, async (api) => {
      const { podSpec, namespaceLabels, namespaceAnnotations, namespaceNamePrefix = 'check-' } = checkSpec
      const name = `${namespaceNamePrefix}${createSuffix()}`
      const object = {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name, labels: { ...namespaceLabels, ...labelAsOwn(run) }, annotations: namespaceAnnotations },
      }
      await deleteLeftovers(api, [namespacesPath], run)
      const work = async () => {
        await api.create(namespacesPath, object, run.signal)
        return startPod(api, { namespace: name, template: podSpec }, toPodOptions(checkSpec), run)
      }
      return withCleanUp(work, (signal) => api.delete(`${namespacesPath}/${name}`, signal), {
        api,
        signal: run.signal,
      })
    }),
})
