import { useNow } from '#client/lib/clock.ts'
import { formatAge } from '#client/lib/format-age.ts'
import { useFormatTime } from '#client/lib/format-time.ts'

interface AgeProps {
  /** When it happened, ISO 8601; nothing is drawn as a dash. */
  readonly at: string | null | undefined
  /** The moment to count from, in milliseconds; by default the server's time, ticking. */
  readonly from?: number
}

function Ticking({ at }: { readonly at: number }) {
  return formatAge(useNow(1_000) - at)
}

/** How long ago something happened, with the exact moment as its tooltip. */
export function Age({ at, from }: AgeProps) {
  const format = useFormatTime()
  const moment = at ? new Date(at) : undefined
  if (moment === undefined || Number.isNaN(moment.getTime())) return <span className="faint">–</span>
  return (
    <time dateTime={moment.toISOString()} title={format(moment, 'full')}>
      {from === undefined ? <Ticking at={moment.getTime()} /> : formatAge(from - moment.getTime())}
    </time>
  )
}
