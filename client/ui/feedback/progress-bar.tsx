import './progress-bar.css'

const shownMin = 5

const shownPercent = (percent: number): number => Math.min(100, Math.max(shownMin, percent))

const toTone = (percent: number): 'ok' | 'warn' | 'bad' => {
  if (percent > 90) return 'bad'
  return percent > 75 ? 'warn' : 'ok'
}

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
