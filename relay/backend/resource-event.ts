/** What happens to resources, by their kind. */
export const resourceEvents = {
  check: ['passed', 'failed'],
  config: ['created', 'updated', 'healthy', 'unhealthy', 'warning', 'unknown'],
  component: ['healthy', 'unhealthy', 'warning', 'unknown'],
} as const
export type EventKind = keyof typeof resourceEvents

/** Something that happened to resources of one kind. */
export type ResourceEvent = {
  readonly [Kind in EventKind]: {
    readonly kind: Kind
    readonly name: (typeof resourceEvents)[Kind][number]
    readonly ids: readonly string[]
    /** What the check said that turned; it may not be readable yet. */
    readonly result?: { readonly message: string; readonly error: string | null }
  }
}[EventKind]

/** Told of what happened to resources, after it can be read. */
export type OnEvent = (event: ResourceEvent) => void

type Health = (typeof resourceEvents)['component'][number]

/** How a resource was before, undefined of a new one, and how it is now. */
interface Turn {
  readonly id: string
  readonly before: string | null | undefined
  readonly after: string | null
}

const healths = resourceEvents.component

/** Which resources turned to what. A new one turned when it is not well from the start. */
export const groupTurns = (turns: readonly Turn[]): ReadonlyMap<Health, readonly string[]> => {
  const found = new Map<Health, string[]>()
  for (const { id, before, after } of turns) {
    const health = healths.find((one) => one === (after ?? 'unknown'))
    if (health === undefined || health === (before ?? 'unknown')) continue
    if (before === undefined && health === 'healthy') continue
    found.set(health, [...(found.get(health) ?? []), id])
  }
  return found
}
