import { Cross } from '@blueprintjs/icons'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Evidence } from '#shared/incidents/evidence.ts'
import { getCheckPeriod } from '#shared/incidents/check-period.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { SeverityTag } from '#client/domain/catalog/severity-tag.tsx'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { PartBoundary } from '#client/ui/feedback/part-boundary.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { DeletePart } from '#client/features/incidents/incident/delete-part.tsx'
import { ChangeEvidence } from './change-evidence.tsx'
import { CheckEvidence } from './check-evidence.tsx'
import { findTarget } from './evidence-target.ts'
import { LogEvidence } from './log-evidence.tsx'
import { RunEvidence } from './run-evidence.tsx'

function LineEvidence({ lines }: { readonly lines: Readonly<Record<string, string>> }) {
  const numbered = Object.entries(lines).toSorted(([a], [b]) => Number(a) - Number(b))
  return (
    <ol className="line-evidence" aria-label="Document lines">
      {numbered.map(([number, text]) => (
        <li key={number}>
          <span className="dim tabular">{number}</span>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  )
}

function Body({ evidence }: { readonly evidence: Evidence }) {
  const { type, evidence: data, checks: check, config_changes: change, config_analysis: insight } = evidence
  const { lines, selected_lines: selected, start = null, end = null } = data ?? {}
  const period = getCheckPeriod({ start, end }, evidence.created_at)
  if (check && period !== null)
    return <CheckEvidence checkId={check.id} period={period} description={evidence.description} />
  if (change) return <ChangeEvidence id={change.id} summary={change.summary} />
  if (insight) return <p className="evidence-more dim">{insight.summary ?? insight.message}</p>
  if (type === 'log' && lines) return <LogEvidence lines={lines} />
  return selected && Object.keys(selected).length > 0 ? <LineEvidence lines={selected} /> : null
}

const withoutName = (description: string, name: string): string =>
  description.startsWith(`${name}: `) ? description.slice(name.length + 2) : description

function Target({ evidence }: { readonly evidence: Evidence }) {
  const { type, description, evidence: data } = evidence
  const target = findTarget(evidence)
  if (target === null && data?.playbook_run_id)
    return (
      <>
        <span className="faint">run</span>
        <RunEvidence id={data.playbook_run_id} description={description} />
      </>
    )
  if (target === null)
    return (
      <>
        <span className="faint">{type}</span>
        <span className="evidence-why">{description}</span>
      </>
    )
  if ('isMissing' in target)
    return (
      <>
        <span className="faint">{target.kind}</span>
        <span className="evidence-why" title={description}>
          {description} <span className="dim">This {target.kind} was deleted, or you do not have access to it.</span>
        </span>
      </>
    )
  return (
    <>
      <span className="faint">{target.kind}</span>
      <Link className="link cut evidence-name" href={target.href}>
        {target.name}
      </Link>
      <span className="evidence-why" title={description}>
        {description === target.name ? null : withoutName(description, target.name)}
      </span>
      <SeverityTag severity={target.severity} />
      {target.summary === null || target.isDeleted ? null : (
        <span className="evidence-state">
          {target.state === null ? null : <StateMark state={target.state} label="" />}
          {target.summary}
        </span>
      )}
      {target.isDeleted ? <span className="dim">deleted since</span> : null}
    </>
  )
}

interface EvidenceLineProps {
  readonly evidence: Evidence
  readonly onChange: () => void
}

export function EvidenceLine({ evidence, onChange }: EvidenceLineProps) {
  const { allowed } = useAllowed('write', 'evidences')
  const [isRemoving, setRemoving] = useState(false)
  return (
    <li className="evidence">
      <PartBoundary name={`evidence ${evidence.id}`} resetOn={evidence}>
        <Target evidence={evidence} />
      </PartBoundary>
      <span className="dim tabular">
        <Age at={evidence.created_at} />
      </span>
      {allowed ? (
        <Button
          look="minimal"
          small
          className="evidence-remove"
          icon={<Cross size={12} />}
          aria-label={`Remove evidence: ${evidence.description}`}
          onClick={() => setRemoving(true)}
        />
      ) : null}
      <PartBoundary name={`evidence ${evidence.id}`} resetOn={evidence}>
        <Body evidence={evidence} />
      </PartBoundary>
      {isRemoving ? (
        <DeletePart
          table="evidences"
          id={evidence.id}
          title="Remove this evidence?"
          confirmLabel="Remove evidence"
          onDeleted={onChange}
          onClose={() => setRemoving(false)}
        >
          “{evidence.description}” will no longer count as evidence for its hypothesis. The resource itself is not
          deleted.
        </DeletePart>
      ) : null}
    </li>
  )
}
