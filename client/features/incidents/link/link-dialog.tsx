import { TextArea } from '@blueprintjs/core'
import { useMachine } from '@xstate/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { toError } from '#shared/primitives/thrown-error.ts'
import { linkMachine } from '#machines/incidents/link-machine.ts'
import { validateLink } from '#machines/incidents/link-rules.ts'
import type {
  EvidenceToAttach,
  FoundHypothesis,
  FoundIncident,
  HypothesisToAdd,
  IncidentToOpen,
  LinkContext,
  LinkedResource,
} from '#machines/incidents/link-types.ts'
import { openIncident } from '#client/features/incidents/incidents-api.ts'
import { useUnsaved } from '#client/lib/drafts/unsaved.ts'
import { Button } from '#client/ui/button.tsx'
import { DiscardDialog } from '#client/ui/feedback/discard-dialog.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { Field } from '#client/ui/form/field.tsx'
import { Modal } from '#client/ui/layout/modal.tsx'
import { HypothesisPart } from './hypothesis-part.tsx'
import { IncidentPart, type LinkPartProps } from './incident-part.tsx'
import { addRoot, attachEvidence, findHypotheses, findIncidents } from './link-api.ts'
import './link-dialog.css'

const machineFor = (by: string, onLinked: (isLinked: boolean) => void) =>
  linkMachine.provide({
    actors: {
      findIncidents: fromPromise<readonly FoundIncident[], string>(({ input, signal }) => findIncidents(input, signal)),
      findHypotheses: fromPromise<readonly FoundHypothesis[], string>(({ input, signal }) =>
        findHypotheses(input, signal),
      ),
      openIncident: fromPromise<FoundIncident, IncidentToOpen>(async ({ input }) => {
        const id = await openIncident(input, by)
        if (id === null)
          throw new Error('The incident was created, but you do not have access to it. Ask its commander.')
        return { id, number: '', title: input.title, status: 'open' }
      }),
      addHypothesis: fromPromise<FoundHypothesis, HypothesisToAdd>(({ input }) => addRoot(input, by)),
      attachEvidence: fromPromise<void, EvidenceToAttach>(({ input }) => attachEvidence(input, by)),
    },
    actions: { notifyFailure: () => onLinked(false) },
  })

const useNextField = (isReady: boolean) => {
  const fields = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    const open = 'select, input[type=radio]:checked, input[type=radio], textarea'
    if (isReady) fields.current?.querySelector<HTMLElement>(open)?.focus()
  }, [isReady])
  return fields
}

const visibleErrors = (context: LinkContext, isLoading: boolean): LinkPartProps['errors'] => {
  if (!context.isSubmitted) return {}
  const { hypothesis, ...others } = validateLink(context)
  return isLoading || hypothesis === undefined ? others : { ...others, hypothesis }
}

interface LinkDialogProps {
  readonly resource: LinkedResource
  readonly by: string
  readonly onLinked: (isLinked: boolean) => void
  readonly onClose: () => void
}

export function LinkDialog({ resource, by, onLinked, onClose }: LinkDialogProps) {
  const [state, send] = useMachine(
    useMemo(() => machineFor(by, onLinked), [by, onLinked]),
    { input: resource },
  )
  const [isLeaving, setLeaving] = useState(false)
  const { context } = state
  const { incident, description } = context
  const isLinking = state.hasTag('linking')
  const isLinked = state.matches('linked')
  const isLoading = state.matches({ form: { hypotheses: 'loading' } })
  const part = { context, errors: visibleErrors(context, isLoading), send }
  const hasTyped = incident !== null || description !== ''
  useUnsaved(hasTyped && !isLinked)
  useEffect(() => {
    if (!isLinked) return
    showToast('success', 'Linked to incident successfully')
    onLinked(true)
    onClose()
  }, [isLinked, onLinked, onClose])
  const leave = () => (hasTyped && !isLinked ? setLeaving(true) : onClose())
  const fields = useNextField(incident !== null && !isLoading)
  const handleEnter = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.target.type === 'search') return
    event.preventDefault()
    send({ type: 'link.submit' })
  }
  const lookupFails =
    state.matches({ form: { incidents: 'failed' } }) || state.matches({ form: { hypotheses: 'failed' } })
  return (
    <>
      <Modal
        title="Link to incident"
        size="small"
        head={<span className="dim cut">{resource.name}</span>}
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
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter in any of its fields links */}
        <fieldset ref={fields} className="link-fields" disabled={isLinking} onKeyDown={handleEnter}>
          <IncidentPart {...part} isFound={state.matches({ form: { incidents: 'found' } })} />
          <HypothesisPart {...part} isLoading={isLoading} />
          <Field label="Description" help="Why this belongs to the incident.">
            {({ id, describedBy }) => (
              <TextArea
                id={id}
                aria-describedby={describedBy}
                fill
                rows={3}
                value={description}
                onChange={(event) =>
                  send({ type: 'field.type', name: 'description', value: event.currentTarget.value })
                }
              />
            )}
          </Field>
          {context.error === null ? null : (
            <ErrorPanel
              error={toError(context.error)}
              detailsHidden
              {...(lookupFails
                ? { onRetry: () => send({ type: 'lookup.retry' }) }
                : { meaning: 'Not linked. Your input is still here.' })}
            />
          )}
        </fieldset>
      </Modal>
      {isLeaving ? <DiscardDialog onLeave={onClose} onStay={() => setLeaving(false)} /> : null}
    </>
  )
}
