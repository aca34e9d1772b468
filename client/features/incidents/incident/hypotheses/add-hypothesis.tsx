import { findChildType } from '#shared/incidents/incident-values.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { AddText } from '#client/features/incidents/incident/add-text.tsx'
import { newHypothesisDraft } from '#client/features/incidents/incident/drafts.ts'
import { addHypothesis } from '#client/features/incidents/incident/incident-api.ts'
import type { Hypothesis } from '#client/features/incidents/incident/incident-view.ts'

interface AddHypothesisProps {
  readonly incidentId: string
  readonly parent: Pick<Hypothesis, 'id' | 'type' | 'title'> | null
  readonly onSaved: () => void
}

export function AddHypothesis({ incidentId, parent, onSaved }: AddHypothesisProps) {
  const by = useSession()?.user.id ?? ''
  const { reason } = useAllowed('write', 'incident')
  const type = parent === null ? 'root' : findChildType(parent.type)
  if (type === null) return null
  return (
    <AddText
      draft={newHypothesisDraft(incidentId, parent?.id ?? null)}
      place={`below ${parent?.id ?? 'the top'}`}
      label={parent === null ? 'Possible cause' : `A ${type} of “${parent.title}”`}
      placeholder={type === 'solution' ? 'Possible fix' : 'Possible explanation'}
      action={`Add ${parent === null ? 'hypothesis' : type}`}
      most={1_000}
      missing={reason}
      save={(title) => addHypothesis({ incidentId, parentId: parent?.id ?? null, type, title }, by)}
      onSaved={onSaved}
    />
  )
}
