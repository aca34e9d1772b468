import { z } from 'zod'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import type { KubernetesApi } from '#relay/backend/clients/kubernetes/kubernetes-api.ts'

const nodeList = z.looseObject({
  items: z.array(
    z.looseObject({
      metadata: z.looseObject({ name: z.string(), labels: z.record(z.string(), z.string()).nullish() }),
      spec: z
        .looseObject({
          unschedulable: z.boolean().optional(),
          taints: z.array(z.looseObject({ effect: z.string() })).nullish(),
        })
        .optional(),
    }),
  ),
})
const about = z.looseObject({ check: z.looseObject({ id: z.string() }) })
const excluding = new Set(['NoSchedule', 'NoExecute'])
const checksMax = 1_000

/** Host name of the node of the last run, by check. A restart begins with the first node again. */
const lastNodes = new Map<string, string>()

/** Each run takes the next node by name, of those that accept pods. Its host name is what pods select. */
export const takeNextNode = async (api: KubernetesApi, run: ClientRun): Promise<string> => {
  const { items } = nodeList.parse(await api.json('/api/v1/nodes', run.signal))
  const nodes = items
    .filter(({ spec }) => spec?.unschedulable !== true && !spec?.taints?.some(({ effect }) => excluding.has(effect)))
    .map(({ metadata: { name, labels } }) => labels?.['kubernetes.io/hostname'] ?? name)
    .toSorted()
  const [first] = nodes
  if (first === undefined) throw new Error('roundRobinNodes: no node of the cluster accepts pods')
  const id = about.safeParse(run.about).data?.check.id ?? ''
  const last = lastNodes.get(id) ?? ''
  const node = nodes.find((name) => name > last) ?? first
  if (lastNodes.size >= checksMax) lastNodes.clear()
  lastNodes.set(id, node)
  return node
}
