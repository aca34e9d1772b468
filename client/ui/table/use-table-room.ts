import { useLayoutEffect, useState, type RefObject } from 'react'

interface TableRoom {
  readonly width: number
  readonly scale: number
}

const textPx = 12

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
