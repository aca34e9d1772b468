import { lazy, type ComponentType } from 'react'
import type { Action, Resource } from '#shared/access/resources.ts'

/** What the person needs for a page, and which flag switches it off. */
export interface PageGate {
  readonly resource: Resource
  readonly action: Action
  readonly feature?: string
}

export interface PageEntry {
  readonly path: string
  readonly page: ComponentType<{ params: Readonly<Record<string, string | undefined>> }>
  readonly gate?: PageGate
}

/** A page whose code is loaded when somebody first goes there. */
export const loaded = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  lazy(async () => ({ default: await load() }))
