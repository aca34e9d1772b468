import type { RunTry } from '#shared/playbooks/run-part.ts'
import { isFinalAction, isFinalRun } from '#shared/playbooks/run-status.ts'
import { Link } from 'wouter'
import { formatCount } from '#shared/primitives/format-count.ts'
import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { StateMark } from '#client/ui/state-mark.tsx'
import { runHref, getRunTitle } from './run-links.ts'
import { toRunState, formatStatus } from '#client/domain/playbooks/run-state.ts'
import type { RunStep, RunView } from './run-view.ts'
import { Took } from './took.tsx'

interface StepListProps {
  readonly view: RunView
  readonly shownId: string | null
  readonly onShow: (tryId: string) => void
}

const formatSummary = ({ kind, tries, retries }: RunStep): string => {
  const artifacts = tries.reduce((sum, one) => sum + one.artifacts.length, 0)
  return [
    kind,
    tries.length > 1
      ? `${tries.length} attempts`
      : tries.length === 0 && retries > 0
        ? `up to ${retries + 1} attempts`
        : '',
    artifacts === 0 ? '' : formatCount(artifacts, 'artifact'),
  ]
    .filter(Boolean)
    .join(', ')
}

function Times({ one }: { readonly one: RunTry | undefined }) {
  const { clock } = useClockFormats()
  if (one === undefined) return null
  return (
    <>
      <span className="step-start tabular">{one.start_time === null ? '' : clock(Date.parse(one.start_time))}</span>
      <span className="step-took tabular">
        <Took from={one.start_time} to={one.end_time} isOver={isFinalAction(one.status)} />
      </span>
    </>
  )
}

function StepItem({ step, shownId, onShow }: { readonly step: RunStep } & Omit<StepListProps, 'view'>) {
  const last = step.tries.at(-1)
  const first = step.tries[0]
  const isShown = step.tries.some(({ id }) => id === shownId)
  const about = formatSummary(step)
  const stepLabel = (
    <>
      <StateMark state={toRunState(step.status)} label={formatStatus(step.status)} />
      <span className="step-name cut">
        <b>{step.name}</b> <span className="faint">{about}</span>
      </span>
    </>
  )
  if (last === undefined)
    return (
      <li className="step" data-planned="">
        <div className="step-row">
          {stepLabel}
          <span className="step-took">{step.status === 'skipped' ? 'skipped' : ''}</span>
        </div>
      </li>
    )
  return (
    <li className="step" data-shown={isShown ? '' : undefined}>
      <button
        type="button"
        className="step-row"
        aria-current={isShown ? 'step' : undefined}
        onClick={() => onShow(last.id)}
      >
        {stepLabel}
        <span className="step-start tabular">
          <Start one={first} />
        </span>
        <span className="step-took tabular">
          <Took from={first?.start_time ?? null} to={last.end_time} isOver={isFinalAction(last.status)} />
        </span>
      </button>
      {step.tries.length < 2 ? null : (
        <ol className="step-tries">
          {step.tries.map((one, i) => (
            <li key={one.id}>
              <button
                type="button"
                className="step-row"
                aria-current={one.id === shownId ? 'step' : undefined}
                onClick={() => onShow(one.id)}
              >
                <StateMark state={toRunState(one.status)} label={formatStatus(one.status)} />
                <span className="step-name cut">
                  attempt {i + 1}
                  {one.error ? <span className="faint">, {one.error.split('\n', 1)[0]}</span> : null}
                </span>
                <Times one={one} />
              </button>
            </li>
          ))}
        </ol>
      )}
    </li>
  )
}

function Start({ one }: { readonly one: RunTry | undefined }) {
  const { clock } = useClockFormats()
  return one?.start_time == null ? null : clock(Date.parse(one.start_time))
}

function Approval({ view }: { readonly view: RunView }) {
  const { clock } = useClockFormats()
  const { run, approvals } = view
  if (run.approvers === null) return null
  const waits = run.status === 'pending_approval'
  const approverNames = approvals.map(({ person, team }) => person?.name ?? team?.name ?? '').filter(Boolean)
  const last = approvals.at(-1)
  return (
    <li className="step" data-planned={approvals.length === 0 && !waits ? '' : undefined}>
      <div className="step-row">
        <StateMark
          state={waits ? 'warning' : approvals.length > 0 ? 'healthy' : 'unknown'}
          label={waits ? 'waits' : ''}
        />
        <span className="step-name cut">
          <b>Approval</b> <span className="faint">{approverNames.join(', ') || (waits ? 'waits' : 'not given')}</span>
        </span>
        <span className="step-start tabular">{clock(Date.parse(run.created_at))}</span>
        <span className="step-took tabular">
          <Took from={run.created_at} to={waits ? null : (last?.created_at ?? null)} isOver={!waits} />
        </span>
      </div>
    </li>
  )
}

export function StepList({ view, shownId, onShow }: StepListProps) {
  return (
    <ol className="steps" aria-label="Steps">
      <li className="steps-head" aria-hidden="true">
        <span>Steps</span>
        <span className="step-start">Started</span>
        <span className="step-took">Duration</span>
      </li>
      <Approval view={view} />
      {view.steps.map((step) => (
        <StepItem key={step.name} step={step} shownId={shownId} onShow={onShow} />
      ))}
      {view.children.map(({ run, steps }) => (
        <li key={run.id} className="step">
          <div className="step-row">
            <StateMark state={toRunState(run.status)} label={formatStatus(run.status)} />
            <span className="step-name cut">
              <Link className="link" href={runHref(run.id)}>
                {getRunTitle(run)}
              </Link>{' '}
              <span className="faint">child run</span>
            </span>
            <span className="step-took tabular">
              <Took from={run.start_time} to={run.end_time} isOver={isFinalRun(run.status)} />
            </span>
          </div>
          <ol className="step-tries">
            {steps.map((step) => (
              <StepItem key={step.name} step={step} shownId={shownId} onShow={onShow} />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  )
}
