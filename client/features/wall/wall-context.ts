import { createContext, useContext } from 'react'

/** What a view knows of the wall around it. */
export interface Wall {
  /** The size of the wall in units of its smallest text. */
  readonly room: { readonly width: number; readonly height: number }
  /** The smallest text in pixels. */
  readonly unitPx: number
  /** Which of the view's pages stands now, from 0. */
  readonly page: number
  /** Whether views change by themselves: held says that trouble keeps this one, paused that a person does. */
  readonly standing: 'showing' | 'held' | 'paused'
  /** Words of the address that set up nothing. */
  readonly unread: readonly string[]
  /** A picture of a wall on another page: it is no landmark of that page. */
  readonly isPreview?: boolean
  /** The view says how many pages it has. */
  readonly onPages: (count: number) => void
  /** The view stopped; it is drawn again after a while. */
  readonly onCrash: () => void
}

export const WallContext = createContext<Wall | null>(null)

/** A wall this narrow, in units, has its clock over the sentence and not beside it: an upright screen, or a far reader. */
const narrowBelow = 29

export const isNarrow = ({ room }: Pick<Wall, 'room'>): boolean => room.width < narrowBelow

/** The wall around a view. Throws where there is none. */
export const useWall = (): Wall => {
  const wall = useContext(WallContext)
  if (wall === null) throw new Error('A wall view is drawn outside of a wall.')
  return wall
}
