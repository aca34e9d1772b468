import { createContext, useContext } from 'react'

export interface Wall {
  readonly room: { readonly width: number; readonly height: number }
  readonly unitPx: number
  readonly page: number
  readonly standing: 'showing' | 'held' | 'paused'
  readonly unread: readonly string[]
  readonly isPreview?: boolean
  readonly onPages: (count: number) => void
  readonly onCrash: () => void
}

export const WallContext = createContext<Wall | null>(null)

const narrowBelow = 29

export const isNarrow = ({ room }: Pick<Wall, 'room'>): boolean => room.width < narrowBelow

export const useWall = (): Wall => {
  const wall = useContext(WallContext)
  if (wall === null) throw new Error('WallContext is missing.')
  return wall
}
