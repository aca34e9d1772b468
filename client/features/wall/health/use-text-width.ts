import { useCallback, useEffect, useState } from 'react'

const measuredPx = 100

let context: CanvasRenderingContext2D | null | undefined

const widthPx = (text: string): number => {
  context ??= document.createElement('canvas').getContext('2d')
  if (context === null || context === undefined) return (text.length * measuredPx) / 2
  context.font = `400 ${measuredPx}px Inter, system-ui, sans-serif`
  return context.measureText(text).width
}

export const useTextWidth = (): ((text: string) => number) => {
  const [loads, setLoads] = useState(0)
  useEffect(() => {
    const handleLoaded = () => setLoads((before) => before + 1)
    document.fonts.addEventListener('loadingdone', handleLoaded)
    return () => document.fonts.removeEventListener('loadingdone', handleLoaded)
  }, [])
  // oxlint-disable-next-line react/exhaustive-deps -- with other fonts the same text is of another width
  return useCallback((text: string) => widthPx(text) / measuredPx, [loads])
}
