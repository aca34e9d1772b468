import type { AccessObject } from '#shared/access/objects.ts'
import type { Action, Resource } from '#shared/access/resources.ts'
import type { KnownFeature } from '#shared/settings/known-features.ts'
import type { NavigationArea, NavigationEntry } from '#client/features/shell/navigation.ts'
import type { LoadedPage } from './loaded-page.tsx'

export interface PageGate {
  readonly resource: Resource
  readonly action: Action
  readonly object?: AccessObject
  readonly feature?: KnownFeature
}

interface PageCode {
  readonly path: string
  readonly page: LoadedPage
  readonly gate?: PageGate
  /** Title of a page to fill in, which a wall does not show. */
  readonly form?: string
  /** Shown until the page has its own title; one that is offered has it from the start. */
  readonly loadingTitle?: string
}

interface Offer {
  readonly title: string
  readonly area?: Partial<NavigationArea> & Pick<NavigationArea, 'icon'>
  readonly settings?: readonly Partial<NavigationEntry>[]
  readonly letter?: string
}

export type OfferedPage = PageCode & Offer

export type PageEntry = OfferedPage | (PageCode & Partial<Record<keyof Offer, never>>)
