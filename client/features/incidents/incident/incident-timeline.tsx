import { memo, useState } from 'react'
import type { TimelineLine } from '#shared/incidents/timeline.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { sameJson } from '#shared/primitives/same-json.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { Age } from '#client/ui/age.tsx'
import { PartBoundary } from '#client/ui/feedback/part-boundary.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { OptionSelect } from '#client/ui/form/option-select.tsx'
import { AddText } from './add-text.tsx'
import { CommentText } from './comments/comment-text.tsx'
import { writeMentions } from './comments/mentions.ts'
import { useMentionable } from './comments/use-mentionable.ts'
import { commentDraft } from './drafts.ts'
import { addComment } from './incident-api.ts'
import type { IncidentView } from './incident-view.ts'

interface IncidentTimelineProps {
  readonly view: IncidentView
  readonly onChange: () => void
}

/** A change of the incident makes all lines anew, and drawing hundreds of comments again takes longer than it may. */
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
  const { id } = view.incident
  const by = useSession()?.user.id ?? ''
  const { allowed, reason } = useAllowed('write', 'comments')
  const mentionable = useMentionable(allowed)
  const [hypothesisId, setHypothesisId] = useState('')
  const { hypotheses } = view
  const lines = view.lines.filter(({ isHidden }) => !isHidden).toReversed()
  return (
    <section className="incident-timeline" aria-label="Timeline">
      <h3>Timeline</h3>
      <AddText
        draft={commentDraft(id)}
        place="comment"
        label="Comment"
        placeholder="Comment, @ mentions a person"
        action="Comment"
        most={20_000}
        mentions={mentionable}
        missing={reason}
        save={(comment) =>
          addComment(
            { incidentId: id, hypothesisId: hypothesisId || null, comment: writeMentions(comment, mentionable) },
            by,
          )
        }
        onSaved={onChange}
      />
      {hypotheses.length === 0 || !allowed ? null : (
        <Field label="Hypothesis" help="The comment belongs to this hypothesis">
          {({ id: fieldId, describedBy }) => (
            <OptionSelect
              id={fieldId}
              aria-describedby={describedBy}
              none="None: the whole incident"
              options={hypotheses.map((hypothesis) => ({ value: hypothesis.id, label: hypothesis.title }))}
              value={hypothesisId}
              onChange={setHypothesisId}
            />
          )}
        </Field>
      )}
      <ol>
        {lines.map((line) => (
          <Entry key={line.id} line={line} />
        ))}
      </ol>
      {older > 0 ? <p className="dim">{formatCount(older)} older entries are not shown.</p> : null}
    </section>
  )
}
