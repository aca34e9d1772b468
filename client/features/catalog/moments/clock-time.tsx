import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { useFormatTime } from '#client/lib/time/format-time.ts'

/** A moment to the second, with its day where that is not today's, and the exact one as its tooltip. */
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
