import type { LogLine } from '#shared/logs/log-routes.ts'
import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { LogText } from '#client/ui/log-text.tsx'

export function LogEvidence({ lines }: { readonly lines: readonly LogLine[] }) {
  const { clock } = useClockFormats()
  return (
    <ol className="log-evidence" aria-label="Log lines">
      {lines.map(({ timestamp, message, labels }, index) => (
        // oxlint-disable-next-line no-array-index-key -- lines are kept as they are, and have no identity but their place
        <li key={index}>
          <time className="tabular dim" dateTime={timestamp}>
            {timestamp === '' ? '–' : clock(Date.parse(timestamp))}
          </time>
          <span className="dim">{labels['level']?.toUpperCase()}</span>
          <span>
            <LogText text={message} searchText="" />
          </span>
        </li>
      ))}
    </ol>
  )
}
