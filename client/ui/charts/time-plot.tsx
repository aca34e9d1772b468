import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

export interface TimeSpan {
  readonly fromMs: number
  readonly toMs: number
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
  readonly onCursor: (index: number | null) => void
  readonly formatTime: (ms: number) => string
}

export const axisWidth = 46
const rightPadding = 6

const colour = (token: string) => getComputedStyle(document.documentElement).getPropertyValue(token).trim()
const toSeconds = (ms: number) => ms / 1000

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
      sync: { key: crosshair },
      drag: { x: false, y: false },
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
      setCursor: [({ cursor }) => props().onCursor(cursor.idx ?? null)],
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
