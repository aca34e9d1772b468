import { InputGroup } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useEffect, useMemo, useState } from 'react'
import { fromPromise } from 'xstate'
import { toError } from '#shared/primitives/thrown-error.ts'
import { splitMachine, validateSplit, type SplitChoice, type SplitEvent } from '#machines/incidents/split-machine.ts'
import { incidentName } from '#client/domain/incidents/incident-state.ts'
import { hypothesisTree, type HypothesisNode } from '#client/features/incidents/incident/hypotheses/hypothesis-tree.ts'
import { readHypotheses } from '#client/features/incidents/incident/incident-api.ts'
import type { Incident } from '#client/features/incidents/incident/incident-view.ts'
import { incidentsKey } from '#client/domain/incidents/incidents-key.ts'
import { useUnsaved } from '#client/lib/drafts/unsaved.ts'
import { Button } from '#client/ui/button.tsx'
import { DiscardDialog } from '#client/ui/feedback/discard-dialog.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { Modal } from '#client/ui/layout/modal.tsx'
import { splitIncident } from './merge-api.ts'
import './merge.css'

interface SplitItemsProps {
  readonly node: HypothesisNode
  readonly choice: SplitChoice
  readonly isTaken: boolean
  readonly send: (event: SplitEvent) => void
}

function SplitItems({ node: { hypothesis, below }, choice, isTaken, send }: SplitItemsProps) {
  const goes = isTaken || choice.hypotheses.includes(hypothesis.id)
  return (
    <li>
      <label>
        <input
          type="checkbox"
          checked={goes}
          disabled={isTaken}
          onChange={() => send({ type: 'thing.toggle', kind: 'hypotheses', id: hypothesis.id })}
        />
        {hypothesis.title}
      </label>
      {hypothesis.evidences.length + below.length === 0 ? null : (
        <ul>
          {hypothesis.evidences.map(({ id, description }) => (
            <li key={id}>
              <label className="dim">
                <input
                  type="checkbox"
                  checked={goes || choice.evidences.includes(id)}
                  disabled={goes}
                  onChange={() => send({ type: 'thing.toggle', kind: 'evidences', id })}
                />
                {description}
              </label>
            </li>
          ))}
          {below.map((each) => (
            <SplitItems key={each.hypothesis.id} node={each} choice={choice} isTaken={goes} send={send} />
          ))}
        </ul>
      )}
    </li>
  )
}

const machineFor = (id: string) =>
  splitMachine.provide({
    actors: { split: fromPromise<string, SplitChoice>(({ input }) => splitIncident(id, input)) },
  })

interface SplitDialogProps {
  readonly incident: Incident
  readonly onSplit: (opened: string) => void
  readonly onClose: () => void
}

interface TitleFieldProps {
  readonly title: string
  readonly error: string | undefined
  readonly onType: (title: string) => void
}

function TitleField({ title, error, onType }: TitleFieldProps) {
  return (
    <Field label="Title of the new incident" error={error}>
      {({ id, describedBy }) => (
        <InputGroup
          id={id}
          aria-describedby={describedBy}
          fill
          maxLength={1_000}
          placeholder="What is affected, and for whom"
          value={title}
          onChange={(event) => onType(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

function NotSplit({ error }: { readonly error: Parameters<typeof toError>[0] }) {
  return <ErrorPanel error={toError(error)} detailsHidden meaning="Nothing was moved. Your selection is still here." />
}

function SplitEffects({ name }: { readonly name: string }) {
  return (
    <ul className="merge-summary dim" aria-label="Split preview">
      <li>The new incident has the type, severity and status of {name}; you are its commander and communicator.</li>
      <li>Hypotheses move with everything below them, their evidence and their comments.</li>
      <li>To undo it, merge the new incident back into {name}. The hypotheses then become roots.</li>
    </ul>
  )
}

export function SplitDialog({ incident, onSplit, onClose }: SplitDialogProps) {
  const [state, send] = useMachine(useMemo(() => machineFor(incident.id), [incident.id]))
  const {
    data,
    error: readError,
    refetch,
  } = useQuery({
    queryKey: [...incidentsKey, 'to split', incident.id],
    queryFn: () => readHypotheses(incident.id),
  })
  const [isLeaving, setLeaving] = useState(false)
  const { context } = state
  const errors: ReturnType<typeof validateSplit> = context.isSubmitted ? validateSplit(context) : {}
  const isBusy = state.hasTag('busy')
  const { openedId } = context
  const isLeft = state.matches('left')
  useEffect(() => {
    if (openedId !== null) onSplit(openedId)
    if (openedId !== null || isLeft) onClose()
  }, [openedId, isLeft, onSplit, onClose])
  const hasChosen = context.title !== '' || context.hypotheses.length + context.evidences.length > 0
  useUnsaved(hasChosen && openedId === null)
  const leave = () => (hasChosen ? setLeaving(true) : send({ type: 'dialog.leave' }))
  const name = incidentName(incident)
  return (
    <>
      <Modal
        title={`Split ${name}`}
        size="small"
        onClose={leave}
        foot={
          <>
            <Button onClick={leave}>Cancel</Button>
            <Button look="primary" busy={isBusy} onClick={() => send({ type: 'split.confirm' })}>
              Open new incident
            </Button>
          </>
        }
      >
        <fieldset className="merge-fields" disabled={isBusy}>
          <TitleField
            title={context.title}
            error={errors.title}
            onType={(title) => send({ type: 'title.type', title })}
          />
          <fieldset
            className="split-resources"
            aria-describedby={errors.selection === undefined ? undefined : 'split-none'}
          >
            <legend>Move to the new incident</legend>
            {readError === null ? null : <ErrorPanel error={readError} onRetry={() => void refetch()} />}
            {data === undefined && readError === null ? <SkeletonRows rows={3} label="Loading hypotheses" /> : null}
            {data?.length === 0 ? (
              <p className="dim">{name} has no hypotheses or evidence yet. There is nothing to split.</p>
            ) : null}
            <ul>
              {hypothesisTree(data ?? []).map((node) => (
                <SplitItems key={node.hypothesis.id} node={node} choice={context} isTaken={false} send={send} />
              ))}
            </ul>
            {errors.selection === undefined ? null : (
              <p id="split-none" className="choice-error">
                {errors.selection}
              </p>
            )}
          </fieldset>
          <SplitEffects name={name} />
          {context.error === null ? null : <NotSplit error={context.error} />}
        </fieldset>
      </Modal>
      {isLeaving ? (
        <DiscardDialog onLeave={() => send({ type: 'dialog.leave' })} onStay={() => setLeaving(false)} />
      ) : null}
    </>
  )
}
