import { useLayoutEffect, useState } from 'react'

export const useElementWidth = (element: React.RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const measured = element.current
    if (measured === null) return undefined
    const measure = () => setWidth(Math.round(measured.getBoundingClientRect().width))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return width
}
