import type { Pulse } from '@blueprintjs/icons'
import { createContext } from 'react'
import type { Resource } from '#shared/access/resources.ts'
import type { KnownFeature } from '#shared/settings/known-features.ts'
import type { AuthMode } from '#client/lib/browser/auth-mode.ts'

export interface NavigationEntry {
  readonly name: string
  readonly href: string
  /** The feature flag that hides it. */
  readonly feature?: KnownFeature | undefined
  /** Reading this is what showing it takes (ledger SHELL-51). */
  readonly resource?: Resource | undefined
  readonly hiddenIn?: AuthMode | undefined
}

export interface NavigationArea extends NavigationEntry {
  readonly icon: typeof Pulse
}

export interface Navigation {
  /** The sidebar, top to bottom (ledger SHELL-47). */
  readonly areas: readonly NavigationArea[]
  /** The Settings submenu (ledger SHELL-48). */
  readonly settings: readonly NavigationEntry[]
  /** Where the letter after G leads. */
  readonly letterShortcuts: readonly { readonly letter: string; readonly name: string; readonly href: string }[]
}

/** Every way to a page that the shell offers, whoever is there. */
export const NavigationContext = createContext<Navigation>({ areas: [], settings: [], letterShortcuts: [] })
