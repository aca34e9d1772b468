import { resourceEvents, type EventKind, type ResourceEvent } from '#relay/backend/resource-event.ts'

/** Which word of a document's `on` means the events of a kind of resource. */
export const triggerByKind = { check: 'canary', config: 'config', component: 'component' } as const

/** Whether a document means an event by this: `healthy` and `config.healthy` are one. */
export const isNamed = (event: string, { kind, name }: Pick<ResourceEvent, 'kind' | 'name'>): boolean =>
  event === name || event === `${kind}.${name}`

/** Whether something like this ever happens to resources of a kind. */
export const canHappen = (kind: EventKind, event: string): boolean =>
  resourceEvents[kind].some((name) => event === name || event === `${kind}.${name}`)

/** The events of a kind as a document writes them. */
export const formatEvents = (kind: EventKind): string => resourceEvents[kind].join(', ')
