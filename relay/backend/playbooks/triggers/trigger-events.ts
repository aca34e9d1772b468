import { resourceEvents, type EventKind, type ResourceEvent } from '#relay/backend/rows/resource-event.ts'

export const triggerByKind = { check: 'canary', config: 'config', component: 'component' } as const

export const isNamed = (event: string, { kind, name }: Pick<ResourceEvent, 'kind' | 'name'>): boolean =>
  event === name || event === `${kind}.${name}`

export const canHappen = (kind: EventKind, event: string): boolean =>
  resourceEvents[kind].some((name) => event === name || event === `${kind}.${name}`)

export const formatEvents = (kind: EventKind): string => resourceEvents[kind].join(', ')
