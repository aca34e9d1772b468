import { Tick } from '@blueprintjs/icons'
import type { Acknowledgement } from '#shared/health/acknowledgement.ts'
import { useFormatTime } from '#client/lib/time/format-time.ts'
import './acknowledged-mark.css'

interface MarkProps {
  readonly acknowledged: Acknowledgement | null
}

const useText = () => {
  const format = useFormatTime()
  return ({ by, until }: Acknowledgement) =>
    `Acknowledged by ${by} until ${until === null ? 'it recovers' : format(new Date(until), 'short')}`
}

const withNote = (text: string, note: string) => (note === '' ? text : `${text}: ${note}`)

export function AcknowledgedIcon({ acknowledged }: MarkProps) {
  const toText = useText()
  if (acknowledged === null) return null
  const text = withNote(toText(acknowledged), acknowledged.note)
  return <Tick size={12} className="acknowledged-icon" title={text} aria-label={text} />
}

export function AcknowledgedMark({ acknowledged }: MarkProps) {
  const toText = useText()
  if (acknowledged === null) return null
  return (
    <span className="acknowledged-mark">
      <Tick size={12} />
      <span>{withNote(toText(acknowledged), acknowledged.note)}</span>
    </span>
  )
}
