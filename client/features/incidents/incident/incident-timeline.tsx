import { formatCount } from '#shared/primitives/format-count.ts'
import { Age } from '#client/ui/age.tsx'
import { PartBoundary } from '#client/ui/feedback/part-boundary.tsx'
import { AddComment, useIsCommentDocked } from './comments/add-comment.tsx'
import { CommentText } from './comments/comment-text.tsx'
import type { IncidentView } from './incident-view.ts'

interface IncidentTimelineProps {
  readonly view: IncidentView
  readonly onChange: () => void
}

export function IncidentTimeline({ view, onChange }: IncidentTimelineProps) {
  const { older } = view
  const isCommentDocked = useIsCommentDocked()
  const lines = view.lines.filter(({ isHidden }) => !isHidden).toReversed()
  return (
    <section className="incident-timeline" aria-label="Timeline">
      <h3>Timeline</h3>
      {isCommentDocked ? null : <AddComment view={view} onChange={onChange} />}
      <ol>
        {lines.map(({ id: lineId, at, actor, text, body }) => (
          <li key={lineId}>
            <span className="dim">
              <Age at={at} />
            </span>
            <div>
              <PartBoundary name={`entry ${lineId}`} resetOn={body}>
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
        ))}
      </ol>
      {older > 0 ? <p className="dim">{formatCount(older)} older entries are not shown.</p> : null}
    </section>
  )
}
