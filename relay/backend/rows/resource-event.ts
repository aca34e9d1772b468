import { appendValue } from '#shared/primitives/append-value.ts'

export const resourceEvents = {
  check: ['passed', 'failed'],
  config: ['created', 'updated', 'deleted', 'healthy', 'unhealthy', 'warning', 'unknown'],
  component: ['healthy', 'unhealthy', 'warning', 'unknown'],
} as const
export type EventKind = keyof typeof resourceEvents

export type ResourceEvent = {
  readonly [Kind in EventKind]: {
    readonly kind: Kind
    readonly name: (typeof resourceEvents)[Kind][number]
    readonly ids: readonly string[]
    readonly result?: { readonly message: string; readonly error: string | null }
    /** The playbook run that made the change. */
    readonly runId?: string
  }
}[EventKind]

/** Called after the change can be read. */
export type OnEvent = (event: ResourceEvent) => void

type Health = (typeof resourceEvents)['component'][number]

interface Turn {
  readonly id: string
  readonly before: string | null | undefined
  readonly after: string | null
}

const healths = resourceEvents.component

export const groupTurns = (turns: readonly Turn[]): ReadonlyMap<Health, readonly string[]> => {
  const found = new Map<Health, string[]>()
  for (const { id, before, after } of turns) {
    const health = healths.find((one) => one === (after ?? 'unknown'))
    if (health === undefined || health === (before ?? 'unknown')) continue
    if (before === undefined && health === 'healthy') continue
    appendValue(found, health, id)
  }
  return found
}
