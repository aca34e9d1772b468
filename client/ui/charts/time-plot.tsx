import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

export interface TimeSpan {
  readonly fromMs: number
  readonly toMs: number
}

/** `index` is null between points that a gap separates. */
export interface PlotCursor {
  readonly index: number | null
  readonly atMs: number
}

export interface TimePlotProps {
  /** Milliseconds since the epoch, ascending. */
  readonly times: readonly number[]
  /** One per time; null is a gap. */
  readonly values: readonly (number | null)[]
  readonly range: TimeSpan
  readonly max: number
  readonly height: number
  readonly stepped?: boolean
  readonly failures: readonly TimeSpan[]
  readonly gaps: readonly TimeSpan[]
  readonly threshold?: { readonly value: number; readonly label: string } | undefined
  readonly crosshair: string
  readonly onCursor: (cursor: PlotCursor | null) => void
  /** After a drag across the plot. */
  readonly onZoom: (span: TimeSpan) => void
  /** After a double click. */
  readonly onReset: () => void
  readonly formatTime: (ms: number) => string
}

export const axisWidth = 46
const rightPadding = 6

const colour = (token: string) => getComputedStyle(document.documentElement).getPropertyValue(token).trim()
const toSeconds = (ms: number) => ms / 1000
const leastDragPx = 6

const isInGap = ({ gaps }: TimePlotProps, atMs: number) => gaps.some(({ fromMs, toMs }) => atMs > fromMs && atMs < toMs)

const readCursor = (plot: uPlot, props: TimePlotProps): PlotCursor | null => {
  const { idx, left = -1 } = plot.cursor
  if (idx === null || idx === undefined || left < 0) return null
  const atMs = plot.posToVal(left, 'x') * 1000
  return isInGap(props, atMs) ? { index: null, atMs } : { index: idx, atMs: props.times[idx] ?? atMs }
}

const reportZoom = (plot: uPlot, { onZoom }: TimePlotProps) => {
  const { left, width } = plot.select
  if (width < leastDragPx) return
  const read = (px: number) => Math.round(plot.posToVal(px, 'x') * 1000)
  onZoom({ fromMs: read(left), toMs: read(left + width) })
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
}

const drawSpans = (plot: uPlot, props: TimePlotProps) => {
  const { ctx, bbox } = plot
  const across = ({ fromMs, toMs }: TimeSpan) => {
    const from = Math.max(bbox.left, plot.valToPos(toSeconds(fromMs), 'x', true))
    const to = Math.min(bbox.left + bbox.width, plot.valToPos(toSeconds(toMs), 'x', true))
    return [from, Math.max(2, to - from)] as const
  }
  ctx.save()
  ctx.globalAlpha = 0.16
  ctx.fillStyle = colour('--bad')
  for (const span of props.failures) {
    const [x, width] = across(span)
    ctx.fillRect(x, bbox.top, width, bbox.height)
  }
  ctx.globalAlpha = 1
  ctx.strokeStyle = colour('--line-strong')
  ctx.fillStyle = colour('--text-3')
  ctx.font = `${11 * devicePixelRatio}px ${colour('--font')}`
  ctx.textAlign = 'center'
  ctx.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio])
  for (const span of props.gaps) {
    const [x, width] = across(span)
    ctx.strokeRect(x, bbox.top, width, bbox.height)
    const label = 'no results'
    if (ctx.measureText(label).width + 8 < width) ctx.fillText(label, x + width / 2, bbox.top + bbox.height / 2)
  }
  ctx.restore()
}

const drawThreshold = (plot: uPlot, { threshold }: TimePlotProps) => {
  if (threshold === undefined) return
  const { ctx, bbox } = plot
  const y = plot.valToPos(threshold.value, 'y', true)
  ctx.save()
  ctx.strokeStyle = colour('--text-3')
  ctx.fillStyle = colour('--text-3')
  ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio])
  ctx.beginPath()
  ctx.moveTo(bbox.left, y)
  ctx.lineTo(bbox.left + bbox.width, y)
  ctx.stroke()
  ctx.font = `${11 * devicePixelRatio}px ${colour('--font')}`
  ctx.textAlign = 'left'
  ctx.fillText(threshold.label, bbox.left + 4 * devicePixelRatio, y - 4 * devicePixelRatio)
  ctx.restore()
}

const createOptions = (props: () => TimePlotProps, width: number): uPlot.Options => {
  const { height, crosshair, stepped = false } = props()
  const stepPaths = uPlot.paths.stepped?.({ align: 1 })
  const axis = {
    stroke: () => colour('--text-3'),
    font: `11px ${colour('--font')}`,
    grid: { stroke: () => colour('--grid-line'), width: 1 },
    ticks: { show: false },
  }
  return {
    width,
    height,
    padding: [6, rightPadding, 0, 0],
    legend: { show: false },
    cursor: {
      // A drag zooms once, on the graph under the pointer.
      sync: { key: crosshair, filters: { pub: (type) => type === 'mousemove' || type === 'mouseleave' } },
      drag: { x: true, y: false, setScale: false, dist: leastDragPx },
      bind: {
        dblclick: () => () => {
          props().onReset()
          return null
        },
      },
      dataIdx: (_, __, closest, x) => (isInGap(props(), x * 1000) ? null : closest),
      y: false,
      points: { size: 7, width: 1.6, stroke: () => colour('--graph-2'), fill: () => colour('--bg') },
    },
    scales: {
      x: { time: true, range: () => [toSeconds(props().range.fromMs), toSeconds(props().range.toMs)] },
      y: { range: (_, __, highest) => [0, Math.max(props().max, (highest ?? 0) * 1.12)] },
    },
    axes: [
      { ...axis, size: 22, gap: 6, values: (_, splits) => splits.map((split) => props().formatTime(split * 1000)) },
      { ...axis, size: axisWidth, gap: 8 },
    ],
    series: [
      {},
      {
        stroke: () => colour('--graph-2'),
        fill: () => colour('--graph-fill'),
        width: 1.4,
        points: { show: false },
        spanGaps: false,
        ...(stepped && stepPaths && { paths: stepPaths }),
      },
    ],
    hooks: {
      drawAxes: [(plot) => drawSpans(plot, props())],
      draw: [(plot) => drawThreshold(plot, props())],
      setCursor: [(plot) => props().onCursor(readCursor(plot, props()))],
      setSelect: [(plot) => reportZoom(plot, props())],
    },
  }
}

export function TimePlot(props: TimePlotProps) {
  const frame = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(null)
  const latest = useRef(props)
  const { times, values } = props

  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const made = new uPlot(
      createOptions(() => latest.current, element.clientWidth),
      [[], []],
      element,
    )
    plot.current = made
    const size = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: latest.current.height }))
    size.observe(element)
    const theme = new MutationObserver(() => made.redraw())
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      size.disconnect()
      theme.disconnect()
      made.destroy()
      plot.current = null
    }
  }, [])

  useEffect(() => {
    plot.current?.setData([times.map(toSeconds), [...values]])
  }, [times, values])

  return <div ref={frame} className="time-plot" style={{ height: props.height }} />
}
