import type { Pulse } from '@blueprintjs/icons'
import { createContext } from 'react'
import type { Resource } from '#shared/access/resources.ts'
import type { KnownFeature } from '#shared/settings/known-features.ts'
import type { AuthMode } from '#client/lib/browser/auth-mode.ts'

export interface NavigationEntry {
  readonly name: string
  readonly href: string
  readonly feature?: KnownFeature | undefined
  readonly resource?: Resource | undefined
  readonly hiddenIn?: AuthMode | undefined
}

export interface NavigationArea extends NavigationEntry {
  readonly icon: typeof Pulse
}

export interface Navigation {
  readonly areas: readonly NavigationArea[]
  readonly settings: readonly NavigationEntry[]
  readonly letterShortcuts: readonly { readonly letter: string; readonly name: string; readonly href: string }[]
}

export const NavigationContext = createContext<Navigation>({ areas: [], settings: [], letterShortcuts: [] })

export const isWithin = (location: string, href: string): boolean =>
  location === href || location.startsWith(`${href}/`)
