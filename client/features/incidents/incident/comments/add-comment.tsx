import { useState } from 'react'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { AddText } from '#client/features/incidents/incident/add-text.tsx'
import { commentDraft } from '#client/features/incidents/incident/drafts.ts'
import { addComment } from '#client/features/incidents/incident/incident-api.ts'
import type { IncidentView } from '#client/features/incidents/incident/incident-view.ts'
import { useIsPhone } from '#client/lib/browser/use-window-width.ts'
import { Field } from '#client/ui/form/field.tsx'
import { OptionSelect } from '#client/ui/form/option-select.tsx'
import { writeMentions } from './mentions.ts'
import { useMentionable } from './use-mentionable.ts'

interface AddCommentProps {
  readonly view: IncidentView
  readonly onChange: () => void
}

/** On a phone the field stays at the lower edge of the page, below both views. */
export const useIsCommentDocked = (): boolean => {
  const { allowed } = useAllowed('write', 'comments')
  return useIsPhone() && allowed
}

export function AddComment({ view, onChange }: AddCommentProps) {
  const { id } = view.incident
  const by = useSession()?.user.id ?? ''
  const { allowed, reason } = useAllowed('write', 'comments')
  const mentionable = useMentionable(allowed)
  const [hypothesisId, setHypothesisId] = useState('')
  const { hypotheses } = view
  return (
    <>
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
    </>
  )
}
