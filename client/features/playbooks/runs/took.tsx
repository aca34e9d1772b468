import { useServerNow } from '#client/lib/time/clock.ts'
import { formatTook } from './format-took.ts'

function Ticking({ from }: { readonly from: string }) {
  return formatTook(useServerNow(1_000) - Date.parse(from))
}

export function Took({ from, to, isOver }: { from: string | null; to: string | null; isOver: boolean }) {
  if (from === null) return null
  if (to !== null) return <>{formatTook(Date.parse(to) - Date.parse(from))}</>
  return isOver ? null : <Ticking from={from} />
}
