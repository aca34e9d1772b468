import { useFormatTime } from '#client/lib/time/format-time.ts'

export function Moment({ at }: { readonly at: string | null | undefined }) {
  const format = useFormatTime()
  const moment = at ? new Date(at) : undefined
  if (moment === undefined || Number.isNaN(moment.getTime())) return <span className="faint">–</span>
  return (
    <time dateTime={moment.toISOString()} title={format(moment, 'full')}>
      {format(moment)}
    </time>
  )
}
