import './sparkline.css'

interface SparklineProps {
  readonly values: readonly (number | null)[]
  readonly bad?: boolean
  readonly stale?: boolean
}

const width = 56
const height = 16
const padding = 2.5

const createScale = (values: readonly number[]) => {
  const sorted = [...values].sort((a, b) => a - b)
  const median = sorted[sorted.length >> 1] ?? 0
  const reach = Math.max(0.5 * median, ...values.map((value) => Math.abs(value - median)), 1e-9)
  return (value: number) => height - padding - ((value - median + reach) / (2 * reach)) * (height - 2 * padding)
}

export const sparklinePath = (values: readonly (number | null)[]) => {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return null
  const y = createScale(known)
  let path = ''
  let pen = 'M'
  let last = { x: 0, y: 0 }
  values.forEach((value, i) => {
    if (value === null) {
      pen = 'M'
      return
    }
    last = { x: 1 + (i * (width - 5)) / Math.max(1, values.length - 1), y: y(value) }
    path += `${pen}${last.x.toFixed(1)} ${last.y.toFixed(1)}`
    pen = 'L'
  })
  return { path, last }
}

export function Sparkline({ values, bad = false, stale = false }: SparklineProps) {
  const drawn = sparklinePath(values)
  if (drawn === null) return null
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${width} ${height}`}
      data-bad={bad ? '' : undefined}
      data-stale={stale ? '' : undefined}
      aria-hidden="true"
    >
      <path d={drawn.path} />
      <circle cx={drawn.last.x.toFixed(1)} cy={drawn.last.y.toFixed(1)} r="1.7" />
    </svg>
  )
}
