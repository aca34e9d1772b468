import { z } from 'zod'
import type { Health } from '#relay/backend/catalog/scraped-item.ts'

export interface KubernetesState {
  readonly status: string | null
  readonly health: Health | null
}

const count = z.number().catch(0)
const text = z.string().catch('')
const condition = z.looseObject({ type: z.string(), status: z.string(), reason: z.string().optional() })
const container = z.looseObject({
  ready: z.boolean().catch(false),
  state: z
    .looseObject({
      waiting: z.looseObject({ reason: text }).optional(),
      terminated: z.looseObject({ reason: text, exitCode: count }).optional(),
    })
    .optional()
    .catch(undefined),
})
const statusSchema = z.looseObject({
  phase: z.string().optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
  conditions: z.array(condition).catch([]),
  containerStatuses: z.array(container).catch([]),
  initContainerStatuses: z.array(container).catch([]),
  readyReplicas: count,
  numberReady: count,
  desiredNumberScheduled: count,
  loadBalancer: z
    .looseObject({ ingress: z.array(z.unknown()).catch([]) })
    .optional()
    .catch(undefined),
})
const specSchema = z.looseObject({
  replicas: z.number().optional().catch(undefined),
  paused: z.boolean().catch(false),
  suspend: z.boolean().catch(false),
  type: text,
})

type Status = z.infer<typeof statusSchema>
type Spec = z.infer<typeof specSchema>
type Container = z.infer<typeof container>

const stuck = /BackOff|Err|Invalid|CreateContainer/
const passing = /progress|pending|creating|issuing|reconcil|initiali|waiting/i

const isTrue = ({ conditions }: Status, type: string) =>
  conditions.find((each) => each.type === type)?.status === 'True'

const findReason = ({ state }: Container): string => {
  const ended = state?.terminated
  return state?.waiting?.reason ?? (ended === undefined || ended.exitCode === 0 ? '' : ended.reason || 'Error')
}

const podState = ({ phase, reason, containerStatuses, initContainerStatuses }: Status): KubernetesState => {
  if (phase === 'Succeeded') return { status: phase, health: 'healthy' }
  if (phase === 'Failed') return { status: reason ?? phase, health: 'unhealthy' }
  const init = initContainerStatuses.map(findReason).find(Boolean)
  if (init !== undefined && init !== 'PodInitializing')
    return { status: `Init:${init}`, health: stuck.test(init) ? 'unhealthy' : 'warning' }
  const reasons = containerStatuses.map(findReason).filter(Boolean)
  const hopeless = reasons.find((each) => stuck.test(each))
  if (hopeless !== undefined) return { status: hopeless, health: 'unhealthy' }
  if (containerStatuses.some(({ state }) => (state?.terminated?.exitCode ?? 0) !== 0))
    return { status: reasons[0] ?? 'Error', health: 'unhealthy' }
  if (phase !== 'Running')
    return { status: reasons[0] ?? phase ?? null, health: phase === undefined ? null : 'warning' }
  return { status: phase, health: containerStatuses.every(({ ready }) => ready) ? 'healthy' : 'warning' }
}

const replicaState = (ready: number, wanted: number): KubernetesState => ({
  status: `${ready} of ${wanted} ready`,
  health: ready >= wanted ? 'healthy' : ready === 0 ? 'unhealthy' : 'warning',
})

const deploymentState = (status: Status, { replicas = 1, paused }: Spec): KubernetesState => {
  const late = status.conditions.find(
    ({ type, reason }) => type === 'Progressing' && reason === 'ProgressDeadlineExceeded',
  )
  if (late?.status === 'False') return { status: 'ProgressDeadlineExceeded', health: 'unhealthy' }
  const state = replicaState(status.readyReplicas, replicas)
  return paused ? { ...state, status: `Paused, ${state.status ?? ''}` } : state
}

const jobState = (status: Status, { suspend }: Spec): KubernetesState => {
  if (isTrue(status, 'Failed')) return { status: 'Failed', health: 'unhealthy' }
  if (isTrue(status, 'Complete')) return { status: 'Complete', health: 'healthy' }
  return suspend ? { status: 'Suspended', health: 'warning' } : { status: 'Running', health: 'healthy' }
}

const volumeHealth: Readonly<Record<string, Health>> = {
  Bound: 'healthy',
  Available: 'healthy',
  Failed: 'unhealthy',
  Lost: 'unhealthy',
}

const conditionState = (status: Status): KubernetesState => {
  const ready = ['Ready', 'Available', 'Healthy', 'Synced', 'Established']
    .map((type) => status.conditions.find((each) => each.type === type))
    .find((each) => each !== undefined)
  if (ready === undefined) return { status: status.phase ?? null, health: null }
  if (ready.status === 'True') return { status: status.phase ?? ready.type, health: 'healthy' }
  const reason = ready.reason ?? `Not ${ready.type}`
  return { status: reason, health: ready.status === 'Unknown' || passing.test(reason) ? 'warning' : 'unhealthy' }
}

const toKindState = (kind: string, status: Status, spec: Spec): KubernetesState => {
  switch (kind) {
    case 'Pod':
      return podState(status)
    case 'Deployment':
      return deploymentState(status, spec)
    case 'ReplicaSet':
    case 'StatefulSet':
      return replicaState(status.readyReplicas, spec.replicas ?? 1)
    case 'DaemonSet':
      return replicaState(status.numberReady, status.desiredNumberScheduled)
    case 'Node':
      return isTrue(status, 'Ready')
        ? { status: 'Ready', health: 'healthy' }
        : { status: 'NotReady', health: 'unhealthy' }
    case 'Job':
      return jobState(status, spec)
    case 'CronJob':
      return spec.suspend ? { status: 'Suspended', health: 'warning' } : { status: null, health: 'healthy' }
    case 'Namespace':
      return { status: status.phase ?? null, health: status.phase === 'Active' ? 'healthy' : 'warning' }
    case 'PersistentVolume':
    case 'PersistentVolumeClaim':
      return { status: status.phase ?? null, health: volumeHealth[status.phase ?? ''] ?? 'warning' }
    case 'Service':
      if (spec.type !== 'LoadBalancer') return { status: null, health: 'healthy' }
      return (status.loadBalancer?.ingress ?? []).length > 0
        ? { status: null, health: 'healthy' }
        : { status: 'Pending', health: 'warning' }
    default:
      return conditionState(status)
  }
}

interface KubernetesObject {
  readonly kind: string
  readonly isTerminating: boolean
  readonly spec: unknown
  readonly status: unknown
}

export const toKubernetesState = (object: KubernetesObject): KubernetesState => {
  const { kind, isTerminating, spec } = object
  if (object.status === undefined || object.status === null) return { status: null, health: null }
  const status = statusSchema.safeParse(object.status).data ?? statusSchema.parse({})
  const state = toKindState(kind, status, specSchema.safeParse(spec).data ?? specSchema.parse({}))
  return isTerminating ? { status: 'Terminating', health: 'warning' } : state
}
