import { useMutation } from '@tanstack/react-query'
import { hypothesisStatuses } from '#shared/incidents/incident-values.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { addHypothesis } from '#client/features/incidents/incident/incident-api.ts'
import type { Hypothesis } from '#client/features/incidents/incident/incident-view.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { AddHypothesis } from './add-hypothesis.tsx'
import { HypothesisLine } from './hypothesis-line.tsx'
import { hypothesisTree } from './hypothesis-tree.ts'
import { useOrphanedDrafts, type OrphanedDraft } from './use-orphaned-drafts.ts'

const summarizeRoots = (hypotheses: readonly Hypothesis[]): string => {
  const roots = hypotheses.filter(({ type }) => type === 'root')
  const counts = hypothesisStatuses.flatMap((status) => {
    const count = roots.filter((root) => root.status === status).length
    return count === 0 ? [] : [`${count} ${status}`]
  })
  return roots.length === 0 ? '' : `${formatCount(roots.length, 'root')}: ${counts.join(', ')}`
}

interface OrphanProps {
  readonly incidentId: string
  readonly orphan: OrphanedDraft
  readonly onDone: () => void
}

function Orphan({ incidentId, orphan, onDone }: OrphanProps) {
  const by = useSession()?.user.id ?? ''
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => addHypothesis({ incidentId, parentId: null, type: 'root', title: orphan.text }, by),
    onSuccess: onDone,
  })
  return (
    <Callout
      tone="warn"
      title={`“${orphan.title}” was deleted while you were writing.`}
      actions={
        <>
          <Button busy={isPending} onClick={() => mutate()}>
            Add as hypothesis
          </Button>
          <Button look="minimal" onClick={onDone}>
            Discard
          </Button>
        </>
      }
    >
      Your text: “{orphan.text}”{error === null ? '' : ` Not added: ${error.message}`}
    </Callout>
  )
}

interface HypothesisBoardProps {
  readonly incidentId: string
  readonly hypotheses: readonly Hypothesis[]
  readonly onChange: () => void
}

export function HypothesisBoard({ incidentId, hypotheses, onChange }: HypothesisBoardProps) {
  const { orphans, giveUp } = useOrphanedDrafts(incidentId, hypotheses)
  return (
    <section className="hypotheses" aria-label="Hypotheses">
      <h3>
        Hypotheses <span className="dim">{summarizeRoots(hypotheses)}</span>
      </h3>
      {orphans.map((orphan) => (
        <Orphan
          key={orphan.hypothesisId}
          incidentId={incidentId}
          orphan={orphan}
          onDone={() => {
            giveUp(orphan.hypothesisId)
            onChange()
          }}
        />
      ))}
      {hypotheses.length === 0 ? <p className="dim">No hypotheses yet</p> : null}
      <ul>
        {hypothesisTree(hypotheses).map((node) => (
          <HypothesisLine key={node.hypothesis.id} incidentId={incidentId} node={node} onChange={onChange} />
        ))}
      </ul>
      <AddHypothesis incidentId={incidentId} parent={null} onSaved={onChange} />
    </section>
  )
}
