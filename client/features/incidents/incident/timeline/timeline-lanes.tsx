import { useState } from 'react'
import type { Lane, LaneBar, LaneMark, Lanes } from '#shared/incidents/timeline-lanes.ts'
import type { TimelineLine } from '#shared/incidents/timeline.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { resolveZone } from '#client/lib/time/format-time.ts'
import { groupNames } from './group-names.ts'
import { listTicks } from './lane-ticks.ts'
import './timeline-lanes.css'

interface Span {
  readonly fromMs: number
  readonly untilMs: number
}

const lanesMost = 30
const labelShare = 0.16
const shortestMs = 10_000

const toShare = ({ fromMs, untilMs }: Span, atMs: number): number => (atMs - fromMs) / (untilMs - fromMs)
const percent = (share: number): string => `${(share * 100).toFixed(3)}%`
const lineAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-line]')?.dataset['line'] : undefined

function Bar({ bar, span }: { readonly bar: LaneBar; readonly span: Span }) {
  const [from, until] = [Math.max(0, toShare(span, bar.fromMs)), Math.min(1, toShare(span, bar.untilMs))]
  if (until < 0 || from > 1) return null
  const status = bar.was.startsWith('status ') ? bar.was.slice('status '.length) : null
  return (
    <i
      className="lane-bar"
      data-line={bar.lineId ?? undefined}
      data-was={status === null ? bar.was : 'status'}
      data-status={status ?? undefined}
      style={{ left: percent(from), width: percent(until - from) }}
    >
      {status}
    </i>
  )
}

interface MarksProps {
  readonly lane: Lane
  readonly span: Span
  readonly selected: string
}

function Marks({ lane: { group, marks }, span, selected }: MarksProps) {
  const shown = marks.filter(({ atMs }) => atMs >= span.fromMs && atMs <= span.untilMs)
  const hasRoom = ({ atMs }: LaneMark, index: number) =>
    toShare(span, shown[index + 1]?.atMs ?? span.untilMs) - toShare(span, atMs) > labelShare
  return shown.map((mark, index) => (
    <i
      key={mark.lineId}
      className="lane-mark"
      data-line={mark.lineId}
      data-group={group}
      data-went={mark.went ?? undefined}
      data-selected={mark.lineId === selected || undefined}
      style={{ left: percent(toShare(span, mark.atMs)) }}
    >
      {group === 'changes' && hasRoom(mark, index) ? <span>{mark.label}</span> : null}
    </i>
  ))
}

const drawnLanes = (lanes: readonly Lane[]) => {
  const drawn: { readonly lane: Lane; readonly isFirst: boolean }[] = []
  const left = new Map<Lane['group'], number>()
  for (const lane of lanes) {
    const before = drawn.filter((each) => each.lane.group === lane.group).length
    if (before < lanesMost) drawn.push({ lane, isFirst: before === 0 })
    else left.set(lane.group, (left.get(lane.group) ?? 0) + 1)
  }
  return { drawn, left: [...left] }
}

const zoomed = ({ fromMs, untilMs }: Span, around: number, factor: number): Span => {
  const length = Math.max(shortestMs, (untilMs - fromMs) * factor)
  const from = around - (around - fromMs) * (length / (untilMs - fromMs))
  return { fromMs: from, untilMs: from + length }
}

/** Null is the whole span. */
const within = (span: Span, { fromMs, untilMs }: Span): Span | null => {
  if (span.untilMs - span.fromMs >= untilMs - fromMs) return null
  const shift = Math.max(0, fromMs - span.fromMs) - Math.max(0, span.untilMs - untilMs)
  return { fromMs: span.fromMs + shift, untilMs: span.untilMs + shift }
}

interface TimelineLanesProps {
  readonly lanes: Lanes
  /** Oldest first. */
  readonly lines: readonly TimelineLine[]
  readonly selected: string
  readonly onSelect: (lineId: string) => void
}

const formatLine = ({ actor, text, body }: TimelineLine): string => [actor, text, body].filter(Boolean).join(' ')

const useLaneKeys = (
  { lanes, lines, selected, onSelect }: TimelineLanesProps,
  span: Span,
  setZoom: (zoom: Span | null) => void,
) => {
  const index = lines.findIndex(({ id }) => id === selected)
  const line = lines[index]
  const select = (next: number) => {
    const to = lines[Math.max(0, Math.min(lines.length - 1, next))]
    if (to === undefined) return
    onSelect(to.id)
    const atMs = Date.parse(to.at)
    const half = (span.untilMs - span.fromMs) / 2
    if (atMs < span.fromMs || atMs > span.untilMs) setZoom(within({ fromMs: atMs - half, untilMs: atMs + half }, lanes))
  }
  const zoomBy = (factor: number) => {
    const middle = (span.fromMs + span.untilMs) / 2
    const atMs = line === undefined ? middle : Date.parse(line.at)
    setZoom(within(zoomed(span, atMs, factor), lanes))
  }
  const acts: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => select(index < 0 ? lines.length - 1 : index - 1),
    ArrowRight: () => select(index + 1),
    Home: () => select(0),
    End: () => select(lines.length - 1),
    '+': () => zoomBy(0.5),
    '-': () => zoomBy(2),
    '0': () => setZoom(null),
  }
  const handleKey = (event: React.KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : acts[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  return { index, line, handleKey, zoomBy }
}

export function TimelineLanes(props: TimelineLanesProps) {
  const { lanes, lines, selected, onSelect } = props
  const [zoom, setZoom] = useState<Span | null>(null)
  const [pointedMs, setPointedMs] = useState<number | null>(null)
  const span: Span = zoom ?? lanes
  const { index, line, handleKey } = useLaneKeys(props, span, setZoom)
  const { clock, tick } = useClockFormats()
  const zone = usePreferences(({ timeZone }) => resolveZone(timeZone))
  const { drawn, left } = drawnLanes(lanes.lanes)
  const lineMs = line === undefined ? null : Date.parse(line.at)
  const crossMs = pointedMs ?? lineMs
  const length = span.untilMs - span.fromMs
  return (
    <div
      className="lanes"
      role="slider"
      tabIndex={0}
      aria-label="Events"
      aria-valuemin={0}
      aria-valuemax={Math.max(0, lines.length - 1)}
      aria-valuenow={Math.max(0, index)}
      aria-valuetext={
        line === undefined ? `${lines.length} events` : `${clock(Date.parse(line.at))}: ${formatLine(line)}`
      }
      onKeyDown={handleKey}
      onClick={({ target }) => {
        const id = lineAt(target)
        if (id !== undefined) onSelect(id)
      }}
      onPointerMove={({ currentTarget, clientX }) => {
        const track = currentTarget.querySelector('.lanes-over')?.getBoundingClientRect()
        const share = track === undefined ? -1 : (clientX - track.left) / track.width
        setPointedMs(share < 0 || share > 1 ? null : span.fromMs + share * length)
      }}
      onPointerLeave={() => setPointedMs(null)}
    >
      <div className="lanes-over">
        {listTicks(span.fromMs, span.untilMs, zone).map((at) => (
          <i key={at} className="lane-tick tabular" style={{ left: percent(toShare(span, at)) }}>
            {length < 600_000 ? clock(at) : tick(at, length)}
          </i>
        ))}
        {crossMs === null || crossMs < span.fromMs || crossMs > span.untilMs ? null : (
          <i className="lane-cross tabular" style={{ left: percent(toShare(span, crossMs)) }}>
            <span style={{ transform: `translateX(${percent(-toShare(span, crossMs))})` }}>{clock(crossMs)}</span>
          </i>
        )}
      </div>
      {drawn.map(({ lane, isFirst }) => (
        <div key={lane.key} className="lane" data-first={isFirst || undefined}>
          <span className="lane-group dim">{isFirst ? groupNames[lane.group] : ''}</span>
          <span className="cut" title={lane.name}>
            {lane.name}
          </span>
          <div className="lane-track">
            {lane.bars.map((bar) => (
              <Bar key={bar.lineId ?? 'before'} bar={bar} span={span} />
            ))}
            <Marks lane={lane} span={span} selected={selected} />
          </div>
        </div>
      ))}
      {left.map(([group, count]) => (
        <p key={group} className="lane-left dim">
          {`${groupNames[group]}: ${formatCount(count)} more in the list below.`}
        </p>
      ))}
    </div>
  )
}
