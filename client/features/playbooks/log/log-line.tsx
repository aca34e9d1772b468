import { memo } from 'react'
import type { LogLine } from '#shared/playbooks/log-line.ts'
import { toIsoTime } from '#shared/primitives/iso-time.ts'
import { LogText } from '#client/ui/log-text.tsx'

interface LogLineProps {
  readonly no: number
  readonly line: LogLine | null
  readonly formatTime: ((atMs: number) => string) | null
  readonly search: string
  readonly isFind: boolean
  readonly isLinked: boolean
  readonly onNumber: (no: number, extend: boolean) => void
}

export const LogLineRow = memo(function LogLineRow(props: LogLineProps) {
  const { no, line, formatTime, search, isFind, isLinked, onNumber } = props
  const text = line?.[3] ?? ''
  const handleClick = (event: React.MouseEvent) => {
    event.preventDefault()
    onNumber(no, event.shiftKey)
  }
  return (
    <div
      className="log-line"
      data-no={no}
      data-stream={line?.[1] === 2 ? 'err' : undefined}
      data-linked={isLinked ? '' : undefined}
      data-find={isFind ? '' : undefined}
      aria-busy={line === null || undefined}
    >
      <a className="log-no" href={`#L${no}`} aria-label={`Copy link to line ${no}`} onClick={handleClick}>
        {no}
      </a>
      {formatTime === null ? null : (
        <span className="log-time" title={line === null || line[2] === 0 ? undefined : toIsoTime(line[2])}>
          {line === null ? '' : formatTime(line[2])}
        </span>
      )}
      {line?.[1] === 2 ? <span className="log-stream">err</span> : null}
      <span className="log-text">
        <LogText text={text} searchText={search} isFind={isFind} />
      </span>
    </div>
  )
})
