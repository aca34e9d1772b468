import { useState } from 'react'
import type { Hypothesis } from '#client/features/incidents/incident/incident-view.ts'
import { newHypothesisDraft, retitledDraft } from '#client/features/incidents/incident/drafts.ts'
import { dropDraft, readDraft } from '#client/lib/drafts/draft.ts'

export interface OrphanedDraft {
  readonly hypothesisId: string
  readonly title: string
  readonly text: string
}

const draftsAt = (incidentId: string, id: string) => [retitledDraft(id), newHypothesisDraft(incidentId, id)]

const listOrphans = (incidentId: string, { id, title }: Hypothesis): readonly OrphanedDraft[] =>
  draftsAt(incidentId, id).flatMap((draft) => {
    const text = readDraft(draft)?.text.trim() ?? ''
    return text === '' || text === title ? [] : [{ hypothesisId: id, title, text }]
  })

export const useOrphanedDrafts = (incidentId: string, hypotheses: readonly Hypothesis[]) => {
  const [seen, setSeen] = useState(hypotheses)
  const [orphans, setOrphans] = useState<readonly OrphanedDraft[]>([])
  if (hypotheses !== seen) {
    setSeen(hypotheses)
    const there = new Set(hypotheses.map(({ id }) => id))
    const deleted = seen.filter(({ id }) => !there.has(id))
    const found = deleted.flatMap((hypothesis) => listOrphans(incidentId, hypothesis))
    if (found.length > 0) setOrphans([...orphans, ...found])
  }
  const giveUp = (hypothesisId: string) => {
    for (const draft of draftsAt(incidentId, hypothesisId)) dropDraft(draft)
    setOrphans(orphans.filter((orphan) => orphan.hypothesisId !== hypothesisId))
  }
  return { orphans, giveUp }
}
