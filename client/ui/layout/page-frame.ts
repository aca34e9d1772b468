import { createContext } from 'react'

/** What the shell holds for every page, so that it stays when the page changes. */
interface PageFrame {
  /** The part of the top bar that belongs to the page; null where no shell stands around it. */
  readonly bar: HTMLElement | null
  /** How current this tab is. */
  readonly live: React.ReactNode
}

export const PageFrameContext = createContext<PageFrame>({ bar: null, live: null })
