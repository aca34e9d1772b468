import './result-strip.css'

interface ResultStripProps {
  /** Oldest first: `p` passed, `f` failed, `m` mixed, anything else missing. */
  readonly results: string
  readonly slots?: number
  /** Draws empty slots as missing results, so that a short history does not look like a stray mark. */
  readonly fills?: boolean
  readonly stale?: boolean
}

const bars: Record<string, readonly [y: number, height: number]> = { p: [6, 7], m: [3, 11], f: [1, 14] }
const missing = [12, 1] as const
const kinds = [
  ['p', 'pass'],
  ['m', 'mixed'],
  ['f', 'fail'],
  ['g', 'gap'],
] as const

const toPath = (results: string, kind: string, first: number) => {
  const [y, height] = bars[kind] ?? missing
  let path = ''
  for (let i = 0; i < results.length; i++) {
    const drawn = results[i] ?? ''
    const drawnKind = drawn in bars ? drawn : 'g'
    if (drawnKind === kind) path += `M${(first + i) * 3} ${y}h2v${height}h-2z`
  }
  return path
}

export function ResultStrip({ results, slots = 30, fills = false, stale = false }: ResultStripProps) {
  const shown = results.slice(-slots)
  const drawn = fills ? shown.padStart(slots, '-') : shown
  const first = slots - drawn.length
  const failed = shown.split('f').length - 1
  const mixed = shown.split('m').length - 1
  const summary = `${failed} failed${mixed === 0 ? '' : ` and ${mixed} mixed`} of ${shown.length}`
  return (
    <svg
      className="result-strip"
      viewBox={`0 0 ${slots * 3} 16`}
      preserveAspectRatio="none"
      data-stale={stale ? '' : undefined}
      role="img"
      aria-label={shown === '' ? 'no results' : summary}
    >
      {kinds.map(([kind, name]) => {
        const path = toPath(drawn, kind, first)
        return path === '' ? null : <path key={kind} className={`result-strip-${name}`} d={path} />
      })}
    </svg>
  )
}
