import { TextArea } from '@blueprintjs/core'
import { useMachine } from '@xstate/react'
import { useEffect, useMemo, useState } from 'react'
import { fromPromise } from 'xstate'
import {
  linkMachine,
  linkProblems,
  type EvidenceToAttach,
  type FoundHypothesis,
  type FoundIncident,
  type HypothesisToAdd,
  type IncidentToOpen,
  type LinkedThing,
} from '#machines/incidents/link-machine.ts'
import { incidentSeverities, incidentTypes } from '#shared/incidents/incident-values.ts'
import { openIncident } from '#client/features/incidents/incidents-api.ts'
import { useUnsaved } from '#client/lib/drafts/unsaved.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { Field } from '#client/ui/form/field.tsx'
import { OptionSelect } from '#client/ui/form/option-select.tsx'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { Modal } from '#client/ui/layout/modal.tsx'
import { ChoiceList } from './choice-list.tsx'
import { addRoot, attachEvidence, findHypotheses, findIncidents } from './link-api.ts'
import './link-dialog.css'

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
const [severities, types] = [optionsOf(incidentSeverities.toReversed()), optionsOf(incidentTypes)]
/** Stands among the ids of what is there for one that is made. */
const made = 'new'

const machineFor = (by: string, onLinked: (isLinked: boolean) => void) =>
  linkMachine.provide({
    actors: {
      findIncidents: fromPromise<readonly FoundIncident[], string>(({ input, signal }) => findIncidents(input, signal)),
      findHypotheses: fromPromise<readonly FoundHypothesis[], string>(({ input, signal }) =>
        findHypotheses(input, signal),
      ),
      openIncident: fromPromise<FoundIncident, IncidentToOpen>(async ({ input }) => {
        const id = await openIncident(input, by)
        if (id === null) throw new Error('The incident was opened, but you may not read it. Ask whoever leads it.')
        return { id, number: '', title: input.title, status: 'open' }
      }),
      addHypothesis: fromPromise<FoundHypothesis, HypothesisToAdd>(({ input }) => addRoot(input, by)),
      attachEvidence: fromPromise<void, EvidenceToAttach>(({ input }) => attachEvidence(input, by)),
    },
    actions: { tellFailed: () => onLinked(false) },
  })

const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

interface LinkDialogProps {
  readonly thing: LinkedThing
  /** Who links. */
  readonly by: string
  /** After each try: whether it worked (ledger INC-36). */
  readonly onLinked: (isLinked: boolean) => void
  readonly onClose: () => void
}

/** Makes a thing evidence of an incident that is there or of a new one (ledger INC-19 to INC-36). */
export function LinkDialog({ thing, by, onLinked, onClose }: LinkDialogProps) {
  const [state, send] = useMachine(
    useMemo(() => machineFor(by, onLinked), [by, onLinked]),
    { input: thing },
  )
  const [isLeaving, setLeaving] = useState(false)
  const { context } = state
  const { incident, hypothesis, hypotheses, found, query, severity, type, description } = context
  const isLinking = state.hasTag('linking')
  const isLinked = state.matches('linked')
  const problems = context.isTried ? linkProblems(context) : {}
  const hasTyped = incident !== null || description !== ''
  useUnsaved(hasTyped && !isLinked)
  useEffect(() => {
    if (!isLinked) return
    showToast('success', 'Linked to incident successfully')
    onLinked(true)
    onClose()
  }, [isLinked, onLinked, onClose])
  const leave = () => (hasTyped && !isLinked ? setLeaving(true) : onClose())
  const lookupFails =
    state.matches({ form: { incidents: 'failed' } }) || state.matches({ form: { hypotheses: 'failed' } })
  const title = query.trim()
  const set = (name: 'severity' | 'type' | 'description', value: string) => send({ type: 'field.type', name, value })
  return (
    <>
      <Modal
        title="Link to incident"
        size="small"
        head={<span className="dim cut">{thing.name}</span>}
        onClose={leave}
        foot={
          <>
            <Button onClick={leave}>Cancel</Button>
            <Button look="primary" disabled={isLinking} onClick={() => send({ type: 'link.submit' })}>
              {isLinking ? 'Linking..' : 'Link'}
            </Button>
          </>
        }
      >
        <fieldset className="link-fields" disabled={isLinking}>
          {incident === null ? (
            <>
              <SearchInput
                label="Search incidents"
                placeholder="Search incidents, or type the title of a new one"
                value={query}
                onChange={(next) => send({ type: 'query.type', query: next })}
              />
              <ChoiceList
                label="Incident"
                chosen={null}
                error={problems.incident}
                choices={[
                  ...found.map(({ id, number, title: text, status }) => ({
                    id,
                    label: `${number} ${text}`,
                    end: status,
                  })),
                  ...(title === '' ? [] : [{ id: made, label: `New incident “${title}”` }]),
                ]}
                onChoose={(id) => {
                  const existing = found.find((each) => each.id === id)
                  const chosen = existing && ({ kind: 'existing', incident: existing } as const)
                  send({ type: 'incident.choose', incident: chosen ?? { kind: 'new', title } })
                }}
              />
              {state.matches({ form: { incidents: 'found' } }) && found.length === 0 && title === '' ? (
                <p className="dim">No incident is open. Type a title to open one.</p>
              ) : null}
            </>
          ) : (
            <div className="link-incident">
              <span className="cut">
                <span className="faint">{incident.kind === 'new' ? 'new incident' : incident.incident.number} </span>
                <b>{incident.kind === 'new' ? incident.title : incident.incident.title}</b>
              </span>
              <Button look="minimal" onClick={() => send({ type: 'incident.clear' })}>
                Choose another
              </Button>
            </div>
          )}
          {incident?.kind === 'new' ? (
            <div className="link-pair">
              <Field label="Type" error={problems.type}>
                {({ id, describedBy }) => (
                  <OptionSelect
                    id={id}
                    aria-describedby={describedBy}
                    fill
                    none="Choose one"
                    options={types}
                    value={type}
                    onChange={(next) => set('type', next)}
                  />
                )}
              </Field>
              <Field label="Severity" error={problems.severity}>
                {({ id, describedBy }) => (
                  <OptionSelect
                    id={id}
                    aria-describedby={describedBy}
                    fill
                    none="Choose one"
                    options={severities}
                    value={severity}
                    onChange={(next) => set('severity', next)}
                  />
                )}
              </Field>
            </div>
          ) : null}
          {incident?.kind === 'existing' && state.matches({ form: { hypotheses: 'there' } }) ? (
            <ChoiceList
              label="Hypothesis"
              chosen={hypothesis === null ? null : hypothesis.kind === 'new' ? made : hypothesis.id}
              error={problems.hypothesis}
              choices={[
                ...hypotheses.map((each) => ({ id: each.id, label: each.title, end: `${each.type}, ${each.status}` })),
                { id: made, label: 'Create a hypothesis', end: 'root, possible' },
              ]}
              onChoose={(id) =>
                send({
                  type: 'hypothesis.choose',
                  hypothesis: id === made ? { kind: 'new', title: '' } : { kind: 'existing', id },
                })
              }
            />
          ) : null}
          {incident?.kind === 'new' || hypothesis?.kind === 'new' ? (
            <Field
              label="What may be the cause"
              help={incident?.kind === 'new' ? 'Left empty, it is called like the incident.' : undefined}
              error={undefined}
            >
              {({ id, describedBy }) => (
                <input
                  id={id}
                  aria-describedby={describedBy}
                  className="bp6-input"
                  autoComplete="off"
                  value={hypothesis?.kind === 'new' ? hypothesis.title : ''}
                  onChange={(event) =>
                    send({ type: 'hypothesis.choose', hypothesis: { kind: 'new', title: event.currentTarget.value } })
                  }
                />
              )}
            </Field>
          ) : null}
          <Field label="Description" help="Why this belongs to the incident." error={undefined}>
            {({ id, describedBy }) => (
              <TextArea
                id={id}
                aria-describedby={describedBy}
                fill
                rows={3}
                value={description}
                onChange={(event) => set('description', event.currentTarget.value)}
              />
            )}
          </Field>
          {context.error === null ? null : (
            <ErrorPanel
              error={errorOf(context.error)}
              detailsHidden
              {...(lookupFails
                ? { onRetry: () => send({ type: 'lookup.retry' }) }
                : { meaning: 'It is not linked. Everything typed is still here.' })}
            />
          )}
        </fieldset>
      </Modal>
      {isLeaving ? (
        <ConfirmDialog
          title="Discard changes?"
          confirmLabel="Leave"
          leaveLabel="Keep editing"
          onConfirm={async () => onClose()}
          onClose={() => setLeaving(false)}
        >
          What you typed here will be lost.
        </ConfirmDialog>
      ) : null}
    </>
  )
}
