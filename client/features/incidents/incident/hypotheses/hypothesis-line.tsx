import { ChevronDown, ChevronRight, Cross } from '@blueprintjs/icons'
import { useState } from 'react'
import { findChildType, hypothesisStatuses } from '#shared/incidents/incident-values.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { retitledDraft } from '#client/features/incidents/incident/drafts.ts'
import { EditableTitle } from '#client/features/incidents/incident/editable-title.tsx'
import { isTicked } from '#client/features/incidents/incident/done/conditions.ts'
import { EvidenceLine } from '#client/features/incidents/incident/evidence/evidence-line.tsx'
import { setHypothesis } from '#client/features/incidents/incident/incident-api.ts'
import { StatusSelect } from '#client/features/incidents/incident/status/status-select.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { DeletePart } from '#client/features/incidents/incident/delete-part.tsx'
import { AddHypothesis } from './add-hypothesis.tsx'
import { Belief } from './belief.tsx'
import type { HypothesisNode } from './hypothesis-tree.ts'

interface HypothesisLineProps {
  readonly incidentId: string
  readonly node: HypothesisNode
  readonly onChange: () => void
}

const countEvidence = ({ hypothesis, below }: HypothesisNode): number =>
  hypothesis.evidences.filter((evidence) => !isTicked(evidence)).length +
  below.reduce((sum, node) => sum + countEvidence(node), 0)

function Head({ node, isOpen, onToggle, onAdd, onChange }: HeadProps) {
  const { hypothesis } = node
  const { id, title, type, status, created_by: by } = hypothesis
  const childType = findChildType(type)
  const { allowed } = useAllowed('write', 'incident')
  const [isRemoving, setRemoving] = useState(false)
  const count = countEvidence(node)
  return (
    <div className="hypothesis-head">
      <Button
        look="minimal"
        small
        icon={isOpen ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
        aria-expanded={isOpen}
        aria-label={`Evidence for “${title}”`}
        onClick={onToggle}
      />
      <Belief status={status} />
      <EditableTitle
        title={title}
        label={`Rename “${title}”`}
        draft={retitledDraft(id)}
        place={`hypothesis ${id}`}
        save={(from, to) => setHypothesis(id, { column: 'title', from, to })}
        onChange={onChange}
      >
        <h4>{title}</h4>
      </EditableTitle>
      {childType === null ? null : (
        <Button look="minimal" className="hypothesis-add" onClick={onAdd}>
          Add {childType}
        </Button>
      )}
      <span className="faint">
        {type}
        {isOpen || count === 0 ? '' : `, ${count} evidence`}
      </span>
      <StatusSelect
        label={`Confidence in “${title}”`}
        status={status}
        statuses={hypothesisStatuses}
        save={(to) => setHypothesis(id, { column: 'status', from: status, to })}
        onSaved={onChange}
      />
      {by === null ? null : <Avatar person={by} />}
      {allowed ? (
        <Button
          look="minimal"
          small
          className="hypothesis-remove"
          icon={<Cross size={12} />}
          aria-label={`Delete “${title}”`}
          onClick={() => setRemoving(true)}
        />
      ) : null}
      {isRemoving ? (
        <DeletePart
          table="hypotheses"
          id={id}
          title="Delete this hypothesis?"
          confirmLabel="Delete hypothesis"
          onDeleted={onChange}
          onClose={() => setRemoving(false)}
        >
          “{title}” will be deleted with everything below it and its evidence. Set it to disproven instead to keep the
          findings.
        </DeletePart>
      ) : null}
    </div>
  )
}

interface HeadProps {
  readonly node: HypothesisNode
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onAdd: () => void
  readonly onChange: () => void
}

export function HypothesisLine({ incidentId, node, onChange }: HypothesisLineProps) {
  const { hypothesis, below } = node
  const [isAdding, setAdding] = useState(false)
  const [toggled, setToggled] = useState<boolean | null>(null)
  const { title, status } = hypothesis
  const evidences = hypothesis.evidences.filter((evidence) => !isTicked(evidence))
  const isOpen = toggled ?? status !== 'disproven'
  return (
    <li className="hypothesis" data-status={status} aria-label={title}>
      <Head
        node={node}
        isOpen={isOpen}
        onToggle={() => setToggled(!isOpen)}
        onAdd={() => {
          setToggled(true)
          setAdding(!isAdding)
        }}
        onChange={onChange}
      />
      {isOpen && evidences.length > 0 ? (
        <ul aria-label={`Evidence for ${title}`}>
          {evidences.map((evidence) => (
            <EvidenceLine key={evidence.id} evidence={evidence} onChange={onChange} />
          ))}
        </ul>
      ) : null}
      {isAdding ? <AddHypothesis incidentId={incidentId} parent={hypothesis} onSaved={onChange} /> : null}
      {isOpen && below.length > 0 ? (
        <ul>
          {below.map((each) => (
            <HypothesisLine key={each.hypothesis.id} incidentId={incidentId} node={each} onChange={onChange} />
          ))}
        </ul>
      ) : null}
    </li>
  )
}
