import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { useFormatTime } from '#client/lib/time/format-time.ts'

export function ClockTime({ at }: { readonly at: string }) {
  const { clock } = useClockFormats()
  const format = useFormatTime()
  const moment = new Date(at)
  return (
    <time dateTime={at} title={format(moment, 'full')}>
      {clock(moment.getTime())}
    </time>
  )
}
