import { z } from 'zod'
import type { Health } from '#relay/backend/catalog/scraped-item.ts'
import type { Manifest } from './manifest.ts'

interface State {
  readonly status: string | null
  readonly health: Health | null
}

const count = z.number().catch(0)
const condition = z.looseObject({ type: z.string(), status: z.string(), reason: z.string().optional() })
const conditions = z.array(condition).catch([])
const container = z.looseObject({
  ready: z.boolean().catch(false),
  state: z
    .looseObject({ waiting: z.looseObject({ reason: z.string().catch('') }).optional() })
    .optional()
    .catch(undefined),
})
const statusSchema = z
  .looseObject({
    phase: z.string().optional().catch(undefined),
    conditions,
    containerStatuses: z.array(container).catch([]),
    readyReplicas: count,
    numberReady: count,
    desiredNumberScheduled: count,
  })
  .catch({
    phase: undefined,
    conditions: [],
    containerStatuses: [],
    readyReplicas: 0,
    numberReady: 0,
    desiredNumberScheduled: 0,
  })
const specSchema = z.looseObject({ replicas: z.number().optional() }).catch({})

type Status = z.infer<typeof statusSchema>

/** Reasons to wait that do not pass by themselves. */
const stuck = /BackOff|Err|Invalid|CreateContainer/

const podState = ({ phase, containerStatuses }: Status): State => {
  const waiting = containerStatuses
    .map(({ state }) => state?.waiting?.reason ?? '')
    .find((reason) => stuck.test(reason))
  if (waiting !== undefined) return { status: waiting, health: 'unhealthy' }
  const status = phase ?? null
  if (phase === 'Succeeded') return { status, health: 'healthy' }
  if (phase === 'Failed') return { status, health: 'unhealthy' }
  if (phase !== 'Running') return { status, health: phase === undefined ? null : 'warning' }
  return { status, health: containerStatuses.every(({ ready }) => ready) ? 'healthy' : 'warning' }
}

const replicaState = (ready: number, wanted: number): State => ({
  status: `${ready} of ${wanted} ready`,
  health: ready >= wanted ? 'healthy' : ready === 0 ? 'unhealthy' : 'warning',
})

const hasCondition = ({ conditions: all }: Status, type: string) =>
  all.find((each) => each.type === type)?.status === 'True'

/** How an object is by what its `status` says; nothing where it says nothing, as a manifest in a file. */
export const stateOf = ({ kind, spec, status: given }: Manifest): State => {
  if (given === undefined || given === null) return { status: null, health: null }
  const status = statusSchema.parse(given)
  switch (kind) {
    case 'Pod':
      return podState(status)
    case 'Deployment':
    case 'ReplicaSet':
    case 'StatefulSet':
      return replicaState(status.readyReplicas, specSchema.parse(spec).replicas ?? 1)
    case 'DaemonSet':
      return replicaState(status.numberReady, status.desiredNumberScheduled)
    case 'Node':
      return hasCondition(status, 'Ready')
        ? { status: 'Ready', health: 'healthy' }
        : { status: 'NotReady', health: 'unhealthy' }
    case 'Job':
      if (hasCondition(status, 'Failed')) return { status: 'Failed', health: 'unhealthy' }
      return { status: hasCondition(status, 'Complete') ? 'Complete' : 'Running', health: 'healthy' }
    case 'PersistentVolumeClaim':
      return { status: status.phase ?? null, health: status.phase === 'Bound' ? 'healthy' : 'warning' }
    default:
      return { status: status.phase ?? null, health: null }
  }
}
