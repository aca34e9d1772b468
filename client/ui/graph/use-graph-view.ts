import { useReactFlow, useStoreApi } from '@xyflow/react'
import { useCallback, useEffect, useEffectEvent } from 'react'
import { nodeSize, type NodePosition, type NodePositions } from './graph-data.ts'

const { width, height } = nodeSize
const edgePx = 24
const readableZoom = 0.5
const startZoom = 0.85

const aroundPadding = { x: '24px', top: '20px', bottom: '64px' } as const

/** Walls have larger text: nodes grow with it. */
const textScale = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1

export const motionMs = (): number => (window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 120)

export const useGraphView = (
  positions: NodePositions | undefined,
  arrangement: string | undefined,
  start: string | null,
) => {
  const flow = useReactFlow()
  const store = useStoreApi()
  const centreOn = useCallback(
    ({ x, y }: NodePosition, zoom: number) =>
      flow.setCenter(x + width / 2, y + height / 2, { zoom, duration: motionMs() }),
    [flow],
  )
  const fit = useCallback(
    () => void flow.fitView({ maxZoom: textScale(), padding: aroundPadding, duration: motionMs() }),
    [flow],
  )
  const showStart = useEffectEvent(() => {
    if (positions === undefined || positions.size === 0) return
    const bounds = flow.getNodesBounds(
      [...positions].map(([id, position]) => ({ id, position, width, height, data: {}, measured: { width, height } })),
    )
    const room = store.getState()
    const zoom = Math.min(room.width / (bounds.width + 2 * edgePx), room.height / (bounds.height + 2 * edgePx))
    const position = start === null ? undefined : positions.get(start)
    if (zoom >= readableZoom || position === undefined) fit()
    else void centreOn(position, startZoom)
  })
  useEffect(() => {
    if (arrangement === undefined) return undefined
    // The canvas size is known one frame after it is drawn.
    const frame = requestAnimationFrame(showStart)
    return () => cancelAnimationFrame(frame)
  }, [arrangement])
  const scrollIntoView = useCallback(
    (position: NodePosition) => {
      const { x, y, zoom } = flow.getViewport()
      const room = store.getState()
      const left = position.x * zoom + x
      const top = position.y * zoom + y
      const isVisible =
        left >= edgePx &&
        top >= edgePx &&
        left + width * zoom <= room.width - edgePx &&
        top + height * zoom <= room.height - edgePx
      if (!isVisible) void centreOn(position, Math.max(zoom, readableZoom))
    },
    [flow, store, centreOn],
  )
  return { fit, scrollIntoView }
}
