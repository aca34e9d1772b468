import { useMachine } from '@xstate/react'
import { Play } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import type { Control } from 'react-hook-form'
import { useLocation } from 'wouter'
import { fromPromise, type ActorRefFrom, type SnapshotFrom } from 'xstate'
import { formatCount } from '#shared/primitives/format-count.ts'
import {
  runDialogMachine,
  type PreviewResult,
  type RunRequest,
  type RunTarget,
} from '#machines/playbooks/run-dialog-machine.ts'
import type { ParameterValues } from '#shared/playbooks/parameter-value.ts'
import type { PlaybookParameter } from '#shared/playbooks/parameter.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { runHref } from '#client/features/playbooks/runs/run-links.ts'
import { focusFirstField } from '#client/lib/browser/focus-first-field.ts'
import { useUnsaved } from '#client/lib/drafts/unsaved.ts'
import { Button } from '#client/ui/button.tsx'
import { DiscardDialog } from '#client/ui/feedback/discard-dialog.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { Modal } from '#client/ui/layout/modal.tsx'
import type { ModalSize } from '#client/ui/layout/modal-width.ts'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { getTargetSelectors, getPlaybookTitle, type Playbook } from '#client/features/playbooks/playbook-api.ts'
import { LastParameters } from './last-parameters.tsx'
import { ParameterField } from './parameter-field.tsx'
import type { ParameterForm } from './parameter-form.ts'
import { PreviewPane } from './preview-pane.tsx'
import { toErrorLike } from './preview-text.ts'
import { loadParameters, loadPreview, startRun } from './run-api.ts'
import { TargetPart } from './target-part.tsx'
import { useParameterForm } from './use-parameter-form.ts'
import './run-dialog.css'

interface RunDialogProps {
  readonly playbook: Playbook
  readonly target?: RunTarget | null
  readonly values?: ParameterValues
  readonly onClose: () => void
}

const machine = runDialogMachine.provide({
  actors: {
    loadParameters: fromPromise<readonly PlaybookParameter[], RunRequest>(({ input, signal }) =>
      loadParameters(input, signal),
    ),
    loadPreview: fromPromise<PreviewResult, RunRequest>(({ input, signal }) => loadPreview(input, signal)),
    startRun: fromPromise<string, RunRequest>(({ input }) => startRun(input)),
  },
})

const larger: Readonly<Record<string, ModalSize>> = { large: 'large', full: 'full' }

const sizeFor = (parameters: readonly PlaybookParameter[]): { size: ModalSize; widthMax?: number } => {
  const requested = parameters.flatMap(({ type, properties }) =>
    type === 'code' ? (larger[properties?.size ?? ''] ?? []) : [],
  )
  if (requested.length > 0) return { size: requested.includes('full') ? 'full' : 'large' }
  return parameters.length === 0 ? { size: 'medium' } : { size: 'large', widthMax: 960 }
}

const noValues: ParameterValues = {}

type RunDialogActor = ActorRefFrom<typeof machine>

interface PartProps {
  readonly state: SnapshotFrom<typeof machine>
  readonly send: RunDialogActor['send']
}

function FootMessage({ state, errorCount }: Pick<PartProps, 'state'> & { readonly errorCount: number }) {
  return (
    <span className="run-dialog-message">
      {errorCount === 0 ? null : (
        <>
          <StateMark state="unhealthy" label="" /> {formatCount(errorCount, 'field has errors', 'fields have errors')}
        </>
      )}
      {errorCount === 0 && state.context.preview?.approvers != null ? 'Nothing runs before approval.' : null}
    </span>
  )
}

function Parameters({ state, send, control }: PartProps & { readonly control: Control<ParameterForm> }) {
  const { parameters, error } = state.context
  if (state.matches('choosing')) return <p className="dim">Please select a resource to see the parameters.</p>
  if (state.matches('loading')) return <SkeletonRows rows={3} label="Loading parameters" />
  if (state.matches('failed'))
    return (
      <ErrorPanel
        error={error}
        detailsHidden
        meaning="Could not load the parameters, so the run cannot start. Your input is kept."
        onRetry={() => send({ type: 'params.retry' })}
      />
    )
  return (
    <>
      {state.hasTag('form') && parameters.length === 0 ? <p className="dim">No parameters for this playbook.</p> : null}
      {state.hasTag('form') ? (
        <div className="run-params">
          {parameters.map((parameter) => (
            <ParameterField
              key={parameter.name}
              control={control}
              parameter={parameter}
              onType={(value) => send({ type: 'param.type', name: parameter.name, value })}
            />
          ))}
        </div>
      ) : null}
      {state.matches({ form: 'refused' }) ? (
        <ErrorPanel error={error} detailsHidden meaning="Run not started. Your input is still here." />
      ) : null}
    </>
  )
}

function Preview({ state, send }: PartProps) {
  const { target, preview, history, error } = state.context
  if (!state.hasTag('form')) return null
  return (
    <PreviewPane
      target={target}
      preview={preview}
      isExpired={state.hasTag('expired')}
      isBusy={state.matches({ form: 'previewing' }) || state.matches({ form: 'renewing' })}
      history={history}
      error={state.matches({ form: 'unpreviewed' }) ? toErrorLike(error) : null}
      onRetry={() => send({ type: 'preview.retry' })}
    />
  )
}

/** Focuses the target when the dialog opens without one, and the first parameter when the parameters appear. */
const useFirstFocus = (state: SnapshotFrom<typeof machine>) => {
  const form = useRef<HTMLFieldSetElement>(null)
  const part = state.matches('choosing') ? '.run-target' : state.hasTag('form') ? '.run-params' : null
  useEffect(() => {
    if (part !== null) focusFirstField(form.current?.querySelector(part))
  }, [part])
  return form
}

export function RunDialog({ playbook, target = null, values = noValues, onClose }: RunDialogProps) {
  const targets = getTargetSelectors(playbook)
  const [state, send] = useMachine(machine, {
    input: { playbookId: playbook.id, needsTarget: Object.keys(targets).length > 0, target, typed: values },
  })
  const [, navigate] = useLocation()
  const [isLeaving, setLeaving] = useState(false)
  const { context } = state
  const { parameters } = context
  const { control, shownErrors, showErrors, fill } = useParameterForm(parameters, values)
  const formRef = useFirstFocus(state)
  const allowed = useAllowed('playbook:run', 'playbook_runs', { about: { playbook: { id: playbook.id } } })
  const hasTyped = Object.keys(context.typed).some((name) => context.typed[name] !== values[name])
  const isStarted = state.matches('started')
  useUnsaved(hasTyped && !isStarted)
  useEffect(() => {
    if (isStarted) navigate(runHref(context.runId))
  }, [isStarted, context.runId, navigate])
  const leave = () => (hasTyped && !isStarted ? setLeaving(true) : onClose())
  const isRunning = state.hasTag('running')
  const isIncomplete = state.hasTag('form') && !isRunning && !state.can({ type: 'run.submit' })
  return (
    <>
      <Modal
        title="Run Playbook"
        {...sizeFor(parameters)}
        head={<span className="dim cut">{getPlaybookTitle(playbook)}</span>}
        onClose={leave}
        foot={
          <>
            <FootMessage state={state} errorCount={state.hasTag('form') ? shownErrors : 0} />
            <Button onClick={leave}>Cancel</Button>
            <Button
              look="primary"
              icon={<Play size={14} />}
              disabled={!allowed.allowed || !state.can({ type: 'run.submit' })}
              disabledReason={
                allowed.reason ?? (isIncomplete ? 'Some fields are missing or invalid. Click to see them.' : undefined)
              }
              {...(allowed.allowed && { onDisabledClick: showErrors })}
              onClick={() => send({ type: 'run.submit' })}
            >
              {isRunning ? 'Running...' : 'Run playbook'}
            </Button>
          </>
        }
      >
        <div className="run-dialog">
          <fieldset ref={formRef} className="run-dialog-form" disabled={isRunning}>
            <TargetPart
              needed={context.needsTarget}
              targets={targets}
              target={context.target}
              onChoose={(chosen) => send({ type: 'target.choose', target: chosen })}
              onClear={() => send({ type: 'target.clear' })}
            />
            {state.hasTag('form') && parameters.length > 0 ? (
              <LastParameters
                playbookId={playbook.id}
                target={context.target}
                parameters={parameters}
                typed={context.typed}
                onUse={(earlier) => {
                  for (const { name, value } of earlier) {
                    fill(name, value)
                    send({ type: 'param.type', name, value })
                  }
                  focusFirstField(formRef.current?.querySelector('.run-params'))
                }}
              />
            ) : null}
            <Parameters state={state} send={send} control={control} />
          </fieldset>
          <Preview state={state} send={send} />
        </div>
      </Modal>
      {isLeaving ? <DiscardDialog onLeave={onClose} onStay={() => setLeaving(false)} /> : null}
    </>
  )
}
