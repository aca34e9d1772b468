import { useMemo, useRef, useState } from 'react'
import type { CatalogChange } from '#shared/catalog/catalog-changes.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import type { Span } from '#shared/time-range/mapped-ranges.ts'
import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { groupIntoLanes, worstSeverity, type Lane, type LaneBy } from './lanes.ts'

interface ChangeLanesProps {
  readonly changes: readonly CatalogChange[]
  readonly by: LaneBy
  readonly span: Span
  readonly onSpan: (span: Span) => void
}

const lanesShown = 10
const ticks = [0.125, 0.375, 0.625, 0.875]
/** A drag over less than this fraction of the width counts as a click. */
const narrowest = 0.005

interface Drag {
  readonly from: number
  readonly to: number
}

function Track({ lane, toPosition }: { readonly lane: Lane; readonly toPosition: (at: string) => number }) {
  return (
    <span
      className="change-lane-track"
      role="img"
      aria-label={`${formatCount(lane.count, 'change')}, worst severity ${worstSeverity(lane)}`}
    >
      {lane.changes.map(({ id, created_at: at, severity }) => (
        <i key={id} data-severity={severity} style={{ left: `${toPosition(at) * 100}%` }} />
      ))}
    </span>
  )
}

export function ChangeLanes({ changes, by, span, onSpan }: ChangeLanesProps) {
  const { clock, tick } = useClockFormats()
  const plot = useRef<HTMLDivElement>(null)
  const [cross, setCross] = useState<number | null>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const lanes = useMemo(() => groupIntoLanes(changes, by, lanesShown), [changes, by])
  const [fromMs, toMs] = [span.from.getTime(), span.to.getTime()]
  const toTimeMs = (position: number) => fromMs + position * (toMs - fromMs)
  const toPosition = (at: string) => Math.min(1, Math.max(0, (Date.parse(at) - fromMs) / (toMs - fromMs)))
  const positionAt = (event: React.PointerEvent) => {
    const box = plot.current?.getBoundingClientRect()
    return box === undefined || box.width === 0 ? 0 : Math.min(1, Math.max(0, (event.clientX - box.left) / box.width))
  }
  const endDrag = () => {
    if (drag !== null && Math.abs(drag.to - drag.from) > narrowest) {
      const [from, to] = [drag.from, drag.to].toSorted((a, b) => a - b)
      onSpan({ from: new Date(toTimeMs(from ?? 0)), to: new Date(toTimeMs(to ?? 1)) })
    }
    setDrag(null)
  }
  if (lanes.length === 0) return null
  return (
    <section className="change-lanes" aria-label={`Changes by ${by}`}>
      {lanes.map((lane) => (
        <div key={lane.key} className="change-lane">
          <span className="cut" title={lane.title}>
            {lane.title}
          </span>
          <span className="change-lane-count tabular">{formatCount(lane.count)}</span>
          <Track lane={lane} toPosition={toPosition} />
        </div>
      ))}
      <div
        ref={plot}
        className="change-lanes-plot"
        aria-hidden="true"
        onPointerMove={(event) => {
          const position = positionAt(event)
          setCross(position)
          if (drag !== null) setDrag({ ...drag, to: position })
        }}
        onPointerLeave={() => setCross(null)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          const position = positionAt(event)
          setDrag({ from: position, to: position })
        }}
        onPointerUp={endDrag}
        onPointerCancel={() => setDrag(null)}
      >
        {cross === null ? null : (
          <span className="change-lanes-cross" style={{ left: `${cross * 100}%` }}>
            <b className="tabular">{clock(toTimeMs(cross))}</b>
          </span>
        )}
        {drag === null ? null : (
          <span
            className="change-lanes-drag"
            style={{
              left: `${Math.min(drag.from, drag.to) * 100}%`,
              width: `${Math.abs(drag.to - drag.from) * 100}%`,
            }}
          />
        )}
      </div>
      <div className="change-lanes-times tabular" aria-hidden="true">
        {ticks.map((at) => (
          <span key={at} style={{ left: `${at * 100}%` }}>
            {tick(toTimeMs(at), toMs - fromMs)}
          </span>
        ))}
      </div>
    </section>
  )
}
