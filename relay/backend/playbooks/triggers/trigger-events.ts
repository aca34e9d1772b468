import { resourceEvents, type EventKind, type ResourceEvent } from '#relay/backend/resource-event.ts'

/** Which word of a document's `on` means the events of a kind of resource. */
export const triggerOf = { check: 'canary', config: 'config', component: 'component' } as const

/** Whether a document means an event by this: `healthy` and `config.healthy` are one. */
export const isNamed = (said: string, { kind, name }: Pick<ResourceEvent, 'kind' | 'name'>): boolean =>
  said === name || said === `${kind}.${name}`

/** Whether something like this ever happens to resources of a kind. */
export const canHappen = (kind: EventKind, said: string): boolean =>
  resourceEvents[kind].some((name) => said === name || said === `${kind}.${name}`)

/** The events of a kind as a document writes them. */
export const eventsOf = (kind: EventKind): string => resourceEvents[kind].join(', ')
