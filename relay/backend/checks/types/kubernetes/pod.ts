import { z } from 'zod'
import { defineCheckType } from '#relay/backend/checks/types/define-check-type.ts'
import { count } from '#relay/backend/clients/run/fields.ts'
import { clusterSignIn, withCluster } from '#relay/backend/clients/kubernetes/with-cluster.ts'
import { unavailable } from '#relay/backend/clients/run/unavailable-field.ts'
import { needsCluster } from './needs-cluster.ts'
import { getOwnNamespace } from './own-namespace.ts'
import { demandIngressHost, findPodTimeout, podFields, podTemplate } from './pod-fields.ts'
import { startPod } from './start-pod.ts'

const spec = z
  .strictObject({
    ...clusterSignIn,
    ...podFields,
    spec: podTemplate,
    scheduleTimeout: count.optional(),
    roundRobinNodes: unavailable('the scheduler of the cluster selects the node').optional(),
  })
  .superRefine(demandIngressHost)
type PodSpec = z.infer<typeof spec>

/** Without a namespace of its own, the pod starts in the one of the check. */
export const pod = defineCheckType<PodSpec>({
  key: 'pod',
  requires: needsCluster,
  spec,
  findTimeout: findPodTimeout,
  formatEndpoint: ({ spec: { metadata } }) => metadata.name ?? 'pod',
  run: async (checkSpec, run) =>
    withCluster(checkSpec, run, async (api) => {
      const { spec: template } = checkSpec
      return startPod(api, template, template.metadata.namespace ?? getOwnNamespace(run), checkSpec, run)
    }),
})
