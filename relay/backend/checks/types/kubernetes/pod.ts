import { z } from 'zod'
import { defineCheckType } from '#relay/backend/checks/types/define-check-type.ts'
import { count } from '#relay/backend/checks/types/fields.ts'
import { clusterSignIn, withCluster } from '#relay/backend/clients/kubernetes/with-cluster.ts'
import { unavailable } from '#relay/backend/scrapers/unavailable-field.ts'
import { podFields, podTemplate, startPod } from './start-pod.ts'

const requires =
  'Needs a Kubernetes cluster: set kubeconfig or connection. A relay in a pod can use its service account.'

const spec = z.strictObject({
  ...clusterSignIn,
  ...podFields,
  spec: podTemplate,
  scheduleTimeout: count.optional(),
  roundRobinNodes: unavailable('the scheduler of the cluster selects the node').optional(),
})
type PodSpec = z.infer<typeof spec>

const about = z.looseObject({ check: z.looseObject({ namespace: z.string().min(1) }) })

/** Without a namespace of its own, the pod starts in the one of the check. */
export const pod = defineCheckType<PodSpec>({
  key: 'pod',
  requires,
  spec,
  formatEndpoint: ({ spec: { metadata } }) => metadata.name ?? 'pod',
  run: async (checkSpec, run) =>
    withCluster(checkSpec, run, async (api) => {
      const { spec: template } = checkSpec
      const own = about.safeParse(run.about).data?.check.namespace
      return startPod(api, template, template.metadata.namespace ?? own ?? 'default', checkSpec, run)
    }),
})
