import { useState } from 'react'
import { defaultHealthRange, lengthRange, type CheckRange } from '#shared/health/health-range.ts'
import { setRange } from '#client/features/health/use-health-query.ts'
import type { TimeSpan } from '#client/ui/charts/time-plot.tsx'

const leastZoomMs = 1_000

/** The zoom is the range in the address, so that a copied address shows the same span. */
export const useZoom = (range: CheckRange) => {
  const [before, setBefore] = useState<CheckRange>(lengthRange(defaultHealthRange))
  const isZoomed = range.type === 'absolute'
  const zoom = ({ fromMs, toMs }: TimeSpan) => {
    if (toMs - fromMs < leastZoomMs) return
    if (!isZoomed) setBefore(range)
    const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()]
    setRange({ type: 'absolute', display: '', from, to })
  }
  return { isZoomed, zoom, reset: () => (isZoomed ? setRange(before) : undefined) }
}
