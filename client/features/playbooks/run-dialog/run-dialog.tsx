import { useMachine } from '@xstate/react'
import { Play } from '@blueprintjs/icons'
import { zodResolver } from '@hookform/resolvers/zod'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useForm, type Control } from 'react-hook-form'
import { useLocation } from 'wouter'
import { fromPromise, type ActorRefFrom, type SnapshotFrom } from 'xstate'
import {
  countInvalidFields,
  runDialogMachine,
  type PreviewResult,
  type RunRequest,
  type RunTarget,
} from '#machines/playbooks/run-dialog-machine.ts'
import type { ParameterValues } from '#shared/playbooks/parameter-value.ts'
import type { PlaybookParameter } from '#shared/playbooks/parameter.ts'
import { searchResources } from '#client/api/search-resources.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { runHref } from '#client/features/playbooks/runs/run-links.ts'
import { useUnsaved } from '#client/lib/drafts/unsaved.ts'
import { Button } from '#client/ui/button.tsx'
import { DiscardDialog } from '#client/ui/feedback/discard-dialog.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { Modal } from '#client/ui/layout/modal.tsx'
import type { ModalSize } from '#client/ui/layout/modal-width.ts'
import { ResourceSelector } from '#client/domain/resources/resource-selector.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { getTargetSelectors, getPlaybookTitle, type Playbook } from '#client/features/playbooks/playbook-api.ts'
import { ParameterField } from './parameter-field.tsx'
import { toForm, parametersSchema, type ParameterForm } from './parameter-form.ts'
import { PreviewPane } from './preview-pane.tsx'
import { toErrorLike } from './preview-text.ts'
import { loadParameters, loadPreview, startRun } from './run-api.ts'
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

const sizeFor = (parameters: readonly PlaybookParameter[]): ModalSize =>
  parameters.reduce<ModalSize>((size, { type, properties }) => {
    const requested = type === 'code' ? larger[properties?.size ?? ''] : undefined
    return requested === undefined || size === 'full' ? size : requested
  }, 'medium')

const noValues: ParameterValues = {}

/**
 * Values from a link, and values typed before the parameters changed, are validated against the current
 * parameters.
 */
const useParameters = (parameters: readonly PlaybookParameter[], values: ParameterValues) => {
  const { control, trigger, getValues } = useForm<ParameterForm>({
    resolver: zodResolver(useMemo(() => parametersSchema(parameters), [parameters])),
    defaultValues: toForm(values),
    mode: 'onChange',
  })
  useEffect(() => {
    const typed = Object.entries(getValues()).flatMap(([key, value]) => (value === undefined ? [] : [key]))
    if (parameters.length > 0) void trigger(typed)
  }, [parameters, trigger, getValues])
  return control
}

type RunDialogActor = ActorRefFrom<typeof machine>

interface PartProps {
  readonly state: SnapshotFrom<typeof machine>
  readonly send: RunDialogActor['send']
}

function FootMessage({ state }: Pick<PartProps, 'state'>) {
  const errorCount = state.hasTag('form') ? countInvalidFields(state.context) : 0
  return (
    <span className="run-dialog-message">
      {errorCount === 0 ? null : (
        <>
          <StateMark state="unhealthy" label="" />{' '}
          {errorCount === 1 ? '1 field has errors' : `${errorCount} fields have errors`}
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

export function RunDialog({ playbook, target = null, values = noValues, onClose }: RunDialogProps) {
  const targets = getTargetSelectors(playbook)
  const [state, send] = useMachine(machine, {
    input: { playbookId: playbook.id, needsTarget: Object.keys(targets).length > 0, target, typed: values },
  })
  const [, navigate] = useLocation()
  const [isLeaving, setLeaving] = useState(false)
  const { context } = state
  const { parameters } = context
  const control = useParameters(parameters, values)
  const allowed = useAllowed('playbook:run', 'playbook_runs', { about: { playbook: { id: playbook.id } } })
  const hasTyped = Object.keys(context.typed).some((name) => context.typed[name] !== values[name])
  const isStarted = state.matches('started')
  useUnsaved(hasTyped && !isStarted)
  useEffect(() => {
    if (isStarted) navigate(runHref(context.runId))
  }, [isStarted, context.runId, navigate])
  const leave = () => (hasTyped && !isStarted ? setLeaving(true) : onClose())
  const isRunning = state.hasTag('running')
  return (
    <>
      <Modal
        title="Run Playbook"
        size={sizeFor(parameters)}
        head={<span className="dim cut">{getPlaybookTitle(playbook)}</span>}
        onClose={leave}
        foot={
          <>
            <FootMessage state={state} />
            <Button onClick={leave}>Cancel</Button>
            <Button
              look="primary"
              icon={<Play size={14} />}
              disabled={!allowed.allowed || !state.can({ type: 'run.submit' })}
              disabledReason={allowed.reason}
              onClick={() => send({ type: 'run.submit' })}
            >
              {isRunning ? 'Running...' : 'Run playbook'}
            </Button>
          </>
        }
      >
        <div className="run-dialog">
          <fieldset className="run-dialog-form" disabled={isRunning}>
            <TargetPart
              needed={context.needsTarget}
              targets={targets}
              target={context.target}
              onChoose={(chosen) => send({ type: 'target.choose', target: chosen })}
              onClear={() => send({ type: 'target.clear' })}
            />
            <Parameters state={state} send={send} control={control} />
          </fieldset>
          <Preview state={state} send={send} />
        </div>
      </Modal>
      {isLeaving ? <DiscardDialog onLeave={onClose} onStay={() => setLeaving(false)} /> : null}
    </>
  )
}

interface TargetPartProps {
  readonly needed: boolean
  readonly targets: ReturnType<typeof getTargetSelectors>
  readonly target: RunTarget | null
  readonly onChoose: (target: RunTarget) => void
  readonly onClear: () => void
}

function TargetPart({ needed, targets, target, onChoose, onClear }: TargetPartProps) {
  const search = useCallback(
    (text: string, signal: AbortSignal) => searchResources(targets, text, signal),
    // oxlint-disable-next-line react/exhaustive-deps -- the selectors are those of the playbook, which a dialog never changes
    [],
  )
  if (!needed && target === null) return null
  return (
    <div className="run-target">
      <b>Target</b>
      {target === null ? (
        <ResourceSelector
          label="Target"
          search={search}
          onSelect={({ kind, id, name }) => {
            if (kind !== 'canary') onChoose({ kind, id, name })
          }}
        />
      ) : (
        <span className="run-param-chosen">
          <span className="cut">
            {target.name} <span className="faint">{target.kind}</span>
          </span>
          {needed ? (
            <Button small onClick={onClear}>
              Change target
            </Button>
          ) : null}
        </span>
      )}
    </div>
  )
}
