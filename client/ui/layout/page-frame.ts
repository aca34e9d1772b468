import { createContext } from 'react'

interface PageFrame {
  readonly bar: HTMLElement | null
  readonly live: React.ReactNode
  readonly isWall?: boolean
}

export const PageFrameContext = createContext<PageFrame>({ bar: null, live: null })
