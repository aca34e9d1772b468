import { memo } from 'react'
import type { TimelineLine } from '#shared/incidents/timeline.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { sameJson } from '#shared/primitives/same-json.ts'
import { Age } from '#client/ui/age.tsx'
import { PartBoundary } from '#client/ui/feedback/part-boundary.tsx'
import { AddComment, useIsCommentDocked } from './comments/add-comment.tsx'
import { CommentText } from './comments/comment-text.tsx'
import type { IncidentView } from './incident-view.ts'

interface IncidentTimelineProps {
  readonly view: IncidentView
  readonly onChange: () => void
}

/** Every change of the incident creates new lines, and drawing hundreds of comments again takes too long. */
const Entry = memo(function Entry({ line: { id, at, actor, text, body } }: { readonly line: TimelineLine }) {
  return (
    <li>
      <span className="dim">
        <Age at={at} />
      </span>
      <div>
        <PartBoundary name={`entry ${id}`} resetOn={body}>
          {actor === null ? null : <b>{actor} </b>}
          {text}
          {body === null ? null : (
            <div className="incident-message">
              <CommentText text={body} />
            </div>
          )}
        </PartBoundary>
      </div>
    </li>
  )
}, sameJson)

export function IncidentTimeline({ view, onChange }: IncidentTimelineProps) {
  const { older } = view
  const isCommentDocked = useIsCommentDocked()
  const lines = view.lines.filter(({ isHidden }) => !isHidden).toReversed()
  return (
    <section className="incident-timeline" aria-label="Timeline">
      <h3>Timeline</h3>
      {isCommentDocked ? null : <AddComment view={view} onChange={onChange} />}
      <ol>
        {lines.map((line) => (
          <Entry key={line.id} line={line} />
        ))}
      </ol>
      {older > 0 ? <p className="dim">{formatCount(older)} older entries are not shown.</p> : null}
    </section>
  )
}
