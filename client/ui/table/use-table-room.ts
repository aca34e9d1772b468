import { useLayoutEffect, useState, type RefObject } from 'react'

interface TableRoom {
  /** In pixels; 0 before it is known. */
  readonly width: number
  /** How large the text is against the 12 px that lengths are given for. A wall's is larger, and so is all of a table on it. */
  readonly scale: number
}

const textPx = 12

/** How much room a table has, drawn again when that or the size of its text changes. `ruler` is one em wide. */
export const useTableRoom = (frame: RefObject<HTMLElement | null>, ruler: RefObject<HTMLElement | null>): TableRoom => {
  const [room, setRoom] = useState<TableRoom>({ width: 0, scale: 1 })
  useLayoutEffect(() => {
    const [box, em] = [frame.current, ruler.current]
    if (box === null || em === null) return undefined
    const measure = () => {
      const width = Math.round(box.getBoundingClientRect().width)
      const scale = em.getBoundingClientRect().width / textPx || 1
      setRoom((known) => (known.width === width && known.scale === scale ? known : { width, scale }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    observer.observe(em)
    return () => observer.disconnect()
  }, [frame, ruler])
  return room
}
