import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { childTypeOf, hypothesisStatuses } from '#shared/incidents/incident-values.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { AddText } from './add-text.tsx'
import { EvidenceLine } from './evidence/evidence-line.tsx'
import { hypothesisTree, type HypothesisNode } from './hypothesis-tree.ts'
import { addHypothesis, hypothesesQuery, setHypothesisStatus } from './incident-api.ts'
import { StatusSelect } from './status-select.tsx'

/** How many of the five bars a belief fills. */
const bars: Readonly<Record<string, number>> = {
  proven: 5,
  likely: 4,
  possible: 3,
  unlikely: 2,
  improbable: 1,
  disproven: 0,
}
const fiveBars = [1, 2, 3, 4, 5] as const

function Belief({ status }: { readonly status: string }) {
  const filled = bars[status] ?? 0
  return (
    <svg className="belief" viewBox="0 0 18 12" aria-hidden="true">
      {fiveBars.map((bar) => (
        <rect key={bar} x={(bar - 1) * 3.6} y="1" width="2.2" height="10" opacity={bar <= filled ? 1 : 0.22} />
      ))}
    </svg>
  )
}

interface AddHypothesisProps {
  readonly incidentId: string
  readonly parent: Pick<HypothesisNode['hypothesis'], 'id' | 'type' | 'title'> | null
  readonly onSaved: () => void
}

function AddHypothesis({ incidentId, parent, onSaved }: AddHypothesisProps) {
  const by = useSession()?.user.id ?? ''
  const { reason } = useAllowed('write', 'incident')
  const type = parent === null ? 'root' : childTypeOf(parent.type)
  if (type === null) return null
  return (
    <AddText
      draftKey={`hypothesis ${incidentId} ${parent?.id ?? ''}`}
      label={parent === null ? 'What may be the cause' : `A ${type} of “${parent.title}”`}
      placeholder={type === 'solution' ? 'What would mend it' : 'What may have happened'}
      action={`Add ${parent === null ? 'hypothesis' : type}`}
      most={1_000}
      missing={reason}
      save={(title) => addHypothesis({ incidentId, parentId: parent?.id ?? null, type, title }, by)}
      onSaved={onSaved}
    />
  )
}

interface NodeProps {
  readonly incidentId: string
  readonly node: HypothesisNode
  readonly onChange: () => void
}

function Node({ incidentId, node: { hypothesis, below }, onChange }: NodeProps) {
  const [isAdding, setAdding] = useState(false)
  const { id, title, type, status, created_by: by, evidences } = hypothesis
  const childType = childTypeOf(type)
  return (
    <li className="hypothesis" data-status={status} aria-label={title}>
      <div className="hypothesis-head">
        <Belief status={status} />
        <h4>{title}</h4>
        <span className="faint">{type}</span>
        <StatusSelect
          label={`How much “${title}” is believed`}
          status={status}
          statuses={hypothesisStatuses}
          save={(next) => setHypothesisStatus({ id, status }, next)}
          onSaved={onChange}
        />
        {by === null ? null : <Avatar person={by} />}
        {childType === null ? null : (
          <Button
            look="minimal"
            className="hypothesis-add"
            aria-expanded={isAdding}
            onClick={() => setAdding(!isAdding)}
          >
            Add {childType}
          </Button>
        )}
      </div>
      {evidences.length === 0 ? null : (
        <ul aria-label={`Evidence of ${title}`}>
          {evidences.map((evidence) => (
            <EvidenceLine key={evidence.id} evidence={evidence} onChange={onChange} />
          ))}
        </ul>
      )}
      {isAdding ? <AddHypothesis incidentId={incidentId} parent={hypothesis} onSaved={onChange} /> : null}
      {below.length === 0 ? null : (
        <ul>
          {below.map((each) => (
            <Node key={each.hypothesis.id} incidentId={incidentId} node={each} onChange={onChange} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** What is believed of an incident, with what speaks for it (ledger INC-08 to INC-12). */
export function HypothesisBoard({
  incidentId,
  onChange,
}: {
  readonly incidentId: string
  readonly onChange: () => void
}) {
  const { data, error, refetch } = useQuery(hypothesesQuery(incidentId))
  const tree = hypothesisTree(data ?? [])
  return (
    <section className="hypotheses" aria-label="Hypotheses">
      <h3>
        Hypotheses <span className="dim">{data === undefined ? '' : data.length}</span>
      </h3>
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <SkeletonRows rows={4} label="Loading hypotheses" /> : null}
      {data?.length === 0 ? <p className="dim">Nobody has said yet what may be the cause.</p> : null}
      <ul>
        {tree.map((node) => (
          <Node key={node.hypothesis.id} incidentId={incidentId} node={node} onChange={onChange} />
        ))}
      </ul>
      <AddHypothesis incidentId={incidentId} parent={null} onSaved={onChange} />
    </section>
  )
}
