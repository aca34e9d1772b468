import { memo, useMemo } from 'react'
import type { LogLine } from '#shared/playbooks/log-line.ts'
import { ansiSegments, markFound, type Segment } from './ansi-segments.ts'

interface LogLineProps {
  readonly no: number
  /** Null while it is not there yet. */
  readonly line: LogLine | null
  /** Null while times are not shown. */
  readonly formatTime: ((atMs: number) => string) | null
  readonly sought: string
  /** Whether it is the find that the person stands at. */
  readonly isFind: boolean
  readonly isLinked: boolean
  readonly onNumber: (no: number, extend: boolean) => void
}

const lookOf = ({ color, backgroundColor }: Segment) =>
  color === undefined && backgroundColor === undefined ? undefined : { color, backgroundColor }

function Piece({ segment, isFind }: { readonly segment: Segment & { found?: true }; readonly isFind: boolean }) {
  const { text, className, href, found } = segment
  const said = found ? (
    <mark className="log-found" data-at={isFind ? '' : undefined}>
      {text}
    </mark>
  ) : (
    text
  )
  if (href !== undefined)
    return (
      <a className="link" href={href} target="_blank" rel="noopener noreferrer">
        {said}
      </a>
    )
  if (className === undefined && lookOf(segment) === undefined) return said
  return (
    <span className={className} style={lookOf(segment)}>
      {said}
    </span>
  )
}

/** One line of output with its number, which is a link to it, its time and whether it came on stderr. */
export const LogLineRow = memo(function LogLineRow(props: LogLineProps) {
  const { no, line, formatTime, sought, isFind, isLinked, onNumber } = props
  const text = line?.[3] ?? ''
  const pieces = useMemo(() => markFound(ansiSegments(text), sought), [text, sought])
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
      {formatTime === null ? null : <span className="log-time">{line === null ? '' : formatTime(line[2])}</span>}
      {line?.[1] === 2 ? <span className="log-stream">err</span> : null}
      <span className="log-text">
        {pieces.map((segment, i) => (
          // oxlint-disable-next-line no-array-index-key -- pieces have no identity but their place in the line
          <Piece key={i} segment={segment} isFind={isFind} />
        ))}
      </span>
    </div>
  )
})
