import { useRef } from 'react'
import { severityWeight } from '#shared/health/severity.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { SeverityTag } from '#client/domain/catalog/severity-tag.tsx'
import { Age } from '#client/ui/age.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { useWholeRows } from '#client/ui/layout/use-whole-rows.ts'
import './event-wall.css'

export interface WallEvent {
  readonly id: string
  readonly severity: string | null
  readonly name: string
  readonly kind: string
  readonly text: string
  readonly at: string | null
}

interface EventWallProps {
  readonly label: string
  readonly events: readonly WallEvent[]
  /** Of all, not only the given ones. */
  readonly total: number
  readonly nothing: string
}

const shownMax = 12

const bySeverity = (one: WallEvent, other: WallEvent): number =>
  (severityWeight(other.severity) ?? 0) - (severityWeight(one.severity) ?? 0) ||
  (other.at ?? '').localeCompare(one.at ?? '')

/** The most severe first, then the newest, as many as fit. */
export function EventWall({ label, events, total, nothing }: EventWallProps) {
  const list = useRef<HTMLOListElement>(null)
  useWholeRows(list, 'li', true)
  if (events.length === 0) return <EmptyState title={nothing} />
  const shown = events.toSorted(bySeverity).slice(0, shownMax)
  return (
    <section className="event-wall" aria-label={label}>
      <p>
        <b>{formatCount(total)}</b>
        {['critical', 'high'].map((severity) => {
          const count = events.filter((event) => event.severity === severity).length
          return count === 0 ? null : `, ${formatCount(count)} ${severity}`
        })}
      </p>
      <ol ref={list}>
        {shown.map(({ id, severity, name, kind, text, at }) => (
          <li key={id}>
            <SeverityTag severity={severity ?? 'info'} />
            <b className="cut">{name}</b>
            <span className="cut">{text === '' ? kind : text}</span>
            <Age at={at} />
          </li>
        ))}
      </ol>
    </section>
  )
}
