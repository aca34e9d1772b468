import { Cross } from '@blueprintjs/icons'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isOver } from '#shared/incidents/incident-values.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import type { IncidentView } from '#client/features/incidents/incident/incident-view.ts'
import { SectionHead } from '#client/features/incidents/incident/section-head.tsx'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { StateMark } from '#client/ui/state-mark.tsx'
import { AddCondition } from './add-condition.tsx'
import { listConditions, type Condition } from './conditions.ts'
import { removeCondition, tick } from './done-api.ts'
import './definition-of-done.css'

interface ConditionLineProps {
  readonly condition: Condition
  readonly canWrite: boolean
  readonly onChange: () => void
}

function ConditionLine({ condition, canWrite, onChange }: ConditionLineProps) {
  const { evidence, script, state, text, since } = condition
  const { id, description, done, checks: check } = evidence
  const act = useMutation({
    mutationFn: (to: boolean | 'removed') => (to === 'removed' ? removeCondition(id) : tick(id, to)),
    onError: (error) => showToast('error', `“${description}” not changed: ${error.message}`),
    onSettled: onChange,
  })
  const isTickable = script === null && canWrite
  return (
    <li className="condition" aria-label={description}>
      {isTickable ? (
        <input
          type="checkbox"
          aria-label={`Done: ${description}`}
          checked={done === true}
          disabled={act.isPending}
          onChange={(event) => act.mutate(event.currentTarget.checked)}
        />
      ) : (
        <StateMark state={state} label="" />
      )}
      <span className="condition-description">{check?.name ?? description}</span>
      {script === null ? <span className="dim">manual</span> : <code title={script}>{script}</code>}
      <span className={state === 'warning' ? 'condition-error' : undefined}>{text}</span>
      <span className="dim tabular condition-since">{since === null ? null : <Age at={since} />}</span>
      {canWrite ? (
        <Button
          look="minimal"
          small
          icon={<Cross size={12} />}
          aria-label={`Remove condition: ${description}`}
          onClick={() => act.mutate('removed')}
        />
      ) : null}
    </li>
  )
}

interface DefinitionOfDoneProps {
  readonly view: IncidentView
  readonly onChange: () => void
}

const formatMetCount = (conditions: readonly Condition[], status: string): string => {
  const met = conditions.filter(({ evidence }) => evidence.done === true).length
  if (conditions.length === 0) return ''
  if (met < conditions.length) return `${met} of ${conditions.length} met`
  return isOver(status) ? 'all met' : 'all met, ready to resolve'
}

export function DefinitionOfDone({ view, onChange }: DefinitionOfDoneProps) {
  const { hypotheses, history } = view
  const { id, status } = view.incident
  const { allowed, reason } = useAllowed('write', 'evidences')
  const [isAdding, setAdding] = useState(false)
  const conditions = listConditions(hypotheses, history)
  const missing = hypotheses.length === 0 ? 'Add a hypothesis first: every condition belongs to one.' : undefined
  return (
    <section className="definition-of-done" aria-label="Definition of done">
      <SectionHead
        title={
          <>
            Definition of done <span className="dim">{formatMetCount(conditions, status)}</span>
          </>
        }
        action="Add condition"
        isOpen={isAdding}
        disabled={!allowed || missing !== undefined}
        disabledReason={reason ?? missing}
        onToggle={setAdding}
      />
      {conditions.length === 0 ? (
        <p className="dim">No conditions yet. Add what must be true before this incident can be resolved.</p>
      ) : (
        <ul>
          {conditions.map((condition) => (
            <ConditionLine key={condition.evidence.id} condition={condition} canWrite={allowed} onChange={onChange} />
          ))}
        </ul>
      )}
      {isAdding && missing === undefined ? (
        <AddCondition
          incidentId={id}
          hypotheses={hypotheses}
          onAdded={() => {
            setAdding(false)
            onChange()
          }}
        />
      ) : null}
    </section>
  )
}
