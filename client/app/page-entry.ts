import { lazy, type ComponentType } from 'react'
import type { AccessObject } from '#shared/access/objects.ts'
import type { Action, Resource } from '#shared/access/resources.ts'

/** What the person needs for a page, and which flag switches it off. */
export interface PageGate {
  readonly resource: Resource
  readonly action: Action
  /** The object that grants and denies name, where it is not the resource's usual one. */
  readonly object?: AccessObject
  readonly feature?: string
}

type PageProps = { params: Readonly<Record<string, string | undefined>> }

/** A page whose code is loaded when somebody first goes there, or shortly before. */
export type LoadedPage<Props extends object = PageProps> = ComponentType<Props> & {
  readonly preload: () => Promise<unknown>
}

export interface PageEntry {
  readonly path: string
  readonly page: LoadedPage
  readonly gate?: PageGate
}

/** Loads the code once, whichever of drawing and preloading comes first. */
export const loaded = <Props extends object>(load: () => Promise<ComponentType<Props>>): LoadedPage<Props> =>
  Object.assign(
    lazy(async () => ({ default: await load() })),
    { preload: load },
  )
