import { z } from 'zod'
import { defineCheckType } from '#relay/backend/checks/types/define-check-type.ts'
import { count } from '#relay/backend/clients/run/fields.ts'
import { clusterSignIn, withCluster } from '#relay/backend/clients/kubernetes/with-cluster.ts'
import { needsCluster } from './needs-cluster.ts'
import { getOwnNamespace } from './own-namespace.ts'
import { demandIngressHost, findPodTimeout, podFields, podTemplate, type PodTemplate } from './pod-fields.ts'
import { takeNextNode } from './next-node.ts'
import { startPod } from './start-pod.ts'

const spec = z
  .strictObject({
    ...clusterSignIn,
    ...podFields,
    spec: podTemplate,
    scheduleTimeout: count.optional(),
    roundRobinNodes: z.boolean().optional(),
  })
  .superRefine(demandIngressHost)
type PodSpec = z.infer<typeof spec>

/** A `nodeName` would skip the scheduler, and with it the taints and the capacity of the node. */
const onNode = ({ spec: podSpec, ...template }: PodTemplate, node: string): PodTemplate => ({
  ...template,
  spec: { ...podSpec, nodeSelector: { ...Object(podSpec['nodeSelector']), 'kubernetes.io/hostname': node } },
})

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
      const node = checkSpec.roundRobinNodes === true ? await takeNextNode(api, run) : undefined
      const placed = {
        namespace: template.metadata.namespace ?? getOwnNamespace(run),
        template: node === undefined ? template : onNode(template, node),
      }
      return startPod(api, placed, checkSpec, run)
    }),
})
