import { useRef } from 'react'
import './column-edge.css'

interface ColumnEdgeProps {
  readonly getCell: () => Element | null
  /** While the pointer moves. */
  readonly onDraw: (px: number) => void
  /** Null brings the default width back. */
  readonly onResize: (px: number | null) => void
}

const leastPx = 32

/** Keys resize on the header itself. */
export function ColumnEdge({ getCell, onDraw, onResize }: ColumnEdgeProps) {
  const start = useRef<{ readonly atPx: number; readonly widthPx: number } | null>(null)
  const readWidth = ({ clientX }: React.PointerEvent) =>
    start.current === null ? null : Math.max(leastPx, start.current.widthPx + clientX - start.current.atPx)
  const handleEnd = (event: React.PointerEvent) => {
    const width = readWidth(event)
    const isMoved = start.current !== null && event.clientX !== start.current.atPx
    start.current = null
    if (width !== null && isMoved) onResize(width)
  }
  return (
    <span
      className="column-edge"
      aria-hidden
      onPointerDown={(event) => {
        event.preventDefault()
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { atPx: event.clientX, widthPx: getCell()?.getBoundingClientRect().width ?? 0 }
      }}
      onPointerMove={(event) => {
        const width = readWidth(event)
        if (width !== null) onDraw(width)
      }}
      onPointerUp={handleEnd}
      onPointerCancel={handleEnd}
      onDoubleClick={() => onResize(null)}
    />
  )
}
