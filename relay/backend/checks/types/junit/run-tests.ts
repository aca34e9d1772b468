import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { PodTemplate } from '#relay/backend/checks/types/kubernetes/pod-fields.ts'
import { pollMs } from '#relay/backend/checks/types/kubernetes/cluster-objects.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import type { KubernetesApi } from '#relay/backend/clients/kubernetes/kubernetes-api.ts'
import { readerContainer, withReader } from '#relay/backend/clients/kubernetes/pod-files.ts'
import type { PodManifest } from '#relay/backend/clients/kubernetes/temporary-pod.ts'

const containerStatus = z.looseObject({
  name: z.string(),
  state: z
    .looseObject({
      running: z.unknown().optional(),
      waiting: z.looseObject({ reason: z.string().default('') }).optional(),
      terminated: z.looseObject({ exitCode: z.number() }).optional(),
    })
    .default({}),
})
const podStatus = z.looseObject({
  status: z
    .looseObject({
      phase: z.string().optional(),
      reason: z.string().optional(),
      initContainerStatuses: z.array(containerStatus).default([]),
      containerStatuses: z.array(containerStatus).default([]),
    })
    .default({ initContainerStatuses: [], containerStatuses: [] }),
})

export const buildTestPod = (
  { metadata, spec, ...template }: PodTemplate,
  namespace: string,
  folders: readonly string[],
  timeoutMs: number,
): PodManifest => ({
  ...template,
  metadata: { ...metadata, name: metadata.name ?? 'junit', namespace },
  spec: { terminationGracePeriodSeconds: 1, ...withReader(spec, folders, timeoutMs) },
})

const cannotStart = /BackOff|Invalid|CreateContainer\w*Error/

/** Rejects when a container cannot start, and when the pod ends before its reports are read. */
export const waitForTests = async (
  api: KubernetesApi,
  path: string,
  { signal }: Pick<ClientRun, 'signal'>,
): Promise<Readonly<Record<string, number>>> => {
  for (;;) {
    const { status } = podStatus.parse(await api.json(path, signal))
    const { phase, reason, containerStatuses, initContainerStatuses } = status
    for (const { name, state } of [...initContainerStatuses, ...containerStatuses])
      if (cannotStart.test(state.waiting?.reason ?? ''))
        throw new Error(`Container ${name} cannot start: ${state.waiting?.reason ?? ''}`)
    if (phase === 'Failed' || phase === 'Succeeded')
      throw new Error(`The pod ended before its reports were read: ${reason ?? phase}`)
    const reports = containerStatuses.find(({ name }) => name === readerContainer)
    const tests = containerStatuses.filter(({ name }) => name !== readerContainer)
    const exits = tests.flatMap(({ name, state: { terminated } }): (readonly [string, number])[] =>
      terminated === undefined ? [] : [[name, terminated.exitCode]],
    )
    if (reports?.state.running !== undefined && tests.length > 0 && exits.length === tests.length)
      return Object.fromEntries(exits)
    await pause(pollMs, undefined, { signal })
  }
}
