import { useMachine } from '@xstate/react'
import { useEffect, useMemo, useRef } from 'react'
import { fromPromise } from 'xstate'
import { toError } from '#shared/primitives/thrown-error.ts'
import type { FoundIncident } from '#machines/incidents/link-types.ts'
import { mergeMachine, type MergePair, type MergePreview } from '#machines/incidents/merge-machine.ts'
import { incidentName } from '#client/domain/incidents/incident-state.ts'
import type { Incident } from '#client/features/incidents/incident/incident-view.ts'
import { ChoiceList } from '#client/features/incidents/link/choice-list.tsx'
import { findIncidents } from '#client/features/incidents/link/link-api.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { Modal } from '#client/ui/layout/modal.tsx'
import { mergeIncident, readPreview } from './merge-api.ts'
import { describeMerge } from './describe-merge.ts'
import './merge.css'

const machine = mergeMachine.provide({
  actors: {
    findIncidents: fromPromise<readonly FoundIncident[], string>(({ input, signal }) => findIncidents(input, signal)),
    readPreview: fromPromise<MergePreview, MergePair>(({ input, signal }) => readPreview(input, signal)),
    merge: fromPromise<void, MergePair>(({ input }) => mergeIncident(input)),
  },
})

interface MergeDialogProps {
  readonly incident: Incident
  readonly onMerged: (into: string) => void
  readonly onClose: () => void
}

interface FindIncidentProps {
  readonly query: string
  readonly found: readonly FoundIncident[]
  readonly isNone: boolean
  readonly inputRef: React.Ref<HTMLInputElement>
  readonly onType: (query: string) => void
  readonly onChoose: (incident: FoundIncident) => void
}

function FindIncident(props: FindIncidentProps) {
  const { query, found, isNone, inputRef, onType, onChoose } = props
  return (
    <>
      <SearchInput
        label="Search incidents"
        placeholder="Search open incidents"
        value={query}
        inputRef={inputRef}
        onChange={onType}
      />
      <ChoiceList
        label="Target incident"
        chosen={null}
        error={undefined}
        choices={found.map((each) => ({ id: each.id, label: `${each.number} ${each.title}`, end: each.status }))}
        onChoose={(id) => {
          const chosen = found.find((each) => each.id === id)
          if (chosen !== undefined) onChoose(chosen)
        }}
      />
      {isNone ? <p className="dim">No other open incidents match.</p> : null}
    </>
  )
}

export function MergeDialog({ incident, onMerged, onClose }: MergeDialogProps) {
  const input = useMemo(() => ({ mergedId: incident.id }), [incident.id])
  const [state, send] = useMachine(machine, { input })
  const { query, found, into, preview, error } = state.context
  const name = incidentName(incident)
  const isChoosing = state.matches('choosing')
  const [isMerged, isLeft] = [state.matches('merged'), state.matches('left')]
  const intoId = into?.id
  useEffect(() => {
    if (isMerged && intoId !== undefined) onMerged(intoId)
    if (isMerged || isLeft) onClose()
  }, [isMerged, isLeft, intoId, onMerged, onClose])
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isChoosing) search.current?.focus()
  }, [isChoosing])
  const leave = () => send({ type: 'dialog.leave' })
  const isBusy = state.hasTag('busy')
  const missing = isChoosing
    ? 'Choose a target incident'
    : state.matches('previewing')
      ? 'Loading preview'
      : state.matches('refused')
        ? 'Cannot merge into this incident now'
        : undefined
  return (
    <Modal
      title={`Merge ${name} into another incident`}
      size="small"
      onClose={leave}
      foot={
        <>
          <Button onClick={leave}>Cancel</Button>
          <Button look="primary" busy={isBusy} disabledReason={missing} onClick={() => send({ type: 'merge.confirm' })}>
            {into === null ? 'Merge' : `Merge into ${into.number}`}
          </Button>
        </>
      }
    >
      <div className="merge-fields">
        {isChoosing || into === null ? (
          <FindIncident
            query={query}
            found={found}
            isNone={state.matches({ choosing: 'found' }) && found.length === 0}
            inputRef={search}
            onType={(next) => send({ type: 'query.type', query: next })}
            onChoose={(chosen) => send({ type: 'incident.choose', incident: chosen })}
          />
        ) : (
          <div className="merge-into">
            <span className="cut">
              <span className="faint">{into.number} </span>
              <b>{into.title}</b>
            </span>
            <Button look="minimal" disabled={isBusy} onClick={() => send({ type: 'incident.clear' })}>
              Choose another
            </Button>
          </div>
        )}
        {state.matches('previewing') ? <SkeletonRows rows={3} label="Loading preview" /> : null}
        {preview !== null && into !== null && (state.matches('asking') || isBusy) ? (
          <ul className="merge-summary" aria-label="Merge preview">
            {describeMerge(preview, name, into.number).map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        ) : null}
        {error === null ? null : (
          <ErrorPanel error={toError(error)} detailsHidden onRetry={() => send({ type: 'dialog.retry' })} />
        )}
      </div>
    </Modal>
  )
}
