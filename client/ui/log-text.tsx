import { useMemo } from 'react'
import { ansiSegments, markFound, type Segment } from '#client/lib/text/ansi-segments.ts'
import './log-text.css'

const toStyle = ({ color, backgroundColor }: Segment) =>
  color === undefined && backgroundColor === undefined ? undefined : { color, backgroundColor }

interface PieceProps {
  readonly segment: Segment & { found?: true }
  readonly isFind: boolean
  readonly links: boolean
}

function Piece({ segment, isFind, links }: PieceProps) {
  const { text, className, href, found } = segment
  const content = found ? (
    <mark className="log-found" data-at={isFind ? '' : undefined}>
      {text}
    </mark>
  ) : (
    text
  )
  if (href !== undefined && links)
    return (
      <a className="link" href={href} target="_blank" rel="noopener noreferrer">
        {content}
      </a>
    )
  if (className === undefined && toStyle(segment) === undefined) return content
  return (
    <span className={className} style={toStyle(segment)}>
      {content}
    </span>
  )
}

interface LogTextProps {
  readonly text: string
  readonly searchText: string
  readonly isFind?: boolean
  /** False inside something to press, which must not contain a link. */
  readonly links?: boolean
}

export function LogText({ text, searchText, isFind = false, links = true }: LogTextProps) {
  const pieces = useMemo(() => markFound(ansiSegments(text), searchText), [text, searchText])
  return pieces.map((segment, i) => (
    // oxlint-disable-next-line no-array-index-key -- pieces have no identity but their place in the line
    <Piece key={i} segment={segment} isFind={isFind} links={links} />
  ))
}
