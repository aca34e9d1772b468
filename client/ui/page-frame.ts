import { createContext } from 'react'

/** What the shell puts around every page's own top bar. */
interface PageFrame {
  /** Before the title: the way to the navigation on a phone. */
  readonly start: React.ReactNode
  /** How current this tab is. */
  readonly live: React.ReactNode
  /** At the right edge: bell, preferences, help, user. */
  readonly tools: React.ReactNode
}

export const PageFrameContext = createContext<PageFrame>({ start: null, live: null, tools: null })
