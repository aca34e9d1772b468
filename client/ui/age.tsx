import { toServerMs, useAtNow } from '#client/lib/time/clock.ts'
import { formatAge } from '#client/lib/time/format-age.ts'
import { useFormatTime } from '#client/lib/time/format-time.ts'

interface AgeProps {
  readonly at: string | null | undefined
  readonly from?: number
}

function Ticking({ at }: { readonly at: number }) {
  return useAtNow(1_000, (nowMs) => formatAge(toServerMs(nowMs) - at))
}

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
