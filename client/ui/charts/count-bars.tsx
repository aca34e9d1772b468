import './count-bars.css'

const height = 16
const step = 2

export function CountBars({ counts }: { readonly counts: readonly number[] }) {
  const most = Math.max(...counts, 1)
  const bars = counts.map((amount, index) =>
    amount === 0 ? '' : `M${index * step + 1} ${height}V${height - Math.max(1.5, (amount / most) * height)}`,
  )
  return (
    <svg className="count-bars" viewBox={`0 0 ${counts.length * step} ${height}`} aria-hidden="true">
      <path className="count-bars-floor" d={`M0 ${height - 0.25}H${counts.length * step}`} />
      <path d={bars.join('')} />
    </svg>
  )
}
