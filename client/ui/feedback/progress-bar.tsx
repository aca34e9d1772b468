import './progress-bar.css'

const shownMin = 5

/** How full a bar of `percent` is drawn: never less than 5, never more than 100 (ledger UI-50). */
const shownPercent = (percent: number): number => Math.min(100, Math.max(shownMin, percent))

/** Green up to 75, orange above, red above 90 (ledger UI-51). */
const toTone = (percent: number): 'ok' | 'warn' | 'bad' => {
  if (percent > 90) return 'bad'
  return percent > 75 ? 'warn' : 'ok'
}

/** How much of something is used, 0 to 100. */
export function ProgressBar({ percent, label }: { readonly percent: number; readonly label: string }) {
  return (
    <progress
      className="progress-bar"
      max={100}
      value={shownPercent(percent)}
      aria-label={label}
      aria-valuetext={`${Math.round(percent)} %`}
      data-tone={toTone(percent)}
    />
  )
}
