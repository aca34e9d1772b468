import type { AccessObject } from '#shared/access/objects.ts'
import type { Action, Resource } from '#shared/access/resources.ts'
import type { KnownFeature } from '#shared/settings/known-features.ts'
import type { NavigationArea, NavigationEntry } from '#client/features/shell/navigation.ts'
import type { LoadedPage } from './loaded-page.tsx'

/** What the person needs for a page, and which flag switches it off. */
export interface PageGate {
  readonly resource: Resource
  readonly action: Action
  /** The object that grants and denies name, where it is not the resource's usual one. */
  readonly object?: AccessObject
  readonly feature?: KnownFeature
}

interface PageCode {
  /** The pattern of its addresses. */
  readonly path: string
  readonly page: LoadedPage
  readonly gate?: PageGate
}

/** How the shell offers a page: by its title, to who passes the gate, unless another name, flag or right is given. */
interface Offer {
  readonly title: string
  /** It stands in the sidebar. */
  readonly area?: Partial<NavigationArea> & Pick<NavigationArea, 'icon'>
  /** Its entries in the menu of settings. */
  readonly settings?: readonly Partial<NavigationEntry>[]
  /** The letter after G that leads there. */
  readonly letter?: string
}

export type OfferedPage = PageCode & Offer

/** All that the console knows of a page before its code is loaded. One that the shell does not offer says its title itself. */
export type PageEntry = OfferedPage | (PageCode & Partial<Record<keyof Offer, never>>)
