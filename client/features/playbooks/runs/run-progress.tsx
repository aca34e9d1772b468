import type { ListedRun } from '#shared/playbooks/listed-run.ts'
import { isFinalRun } from '#shared/playbooks/run-status.ts'
import { toRunState, formatStatus } from '#client/domain/playbooks/run-state.ts'

const mostBars = 12

interface Reader {
  readonly id: string
  readonly email: string
}

const waitsFor = ({ approvers, created_by: starter }: ListedRun, { id, email }: Reader): string => {
  if (approvers === null) return 'waits for approval'
  const { people, teams } = approvers
  const isStarter = starter?.id === id
  if (!isStarter && people.some((one) => one.toLowerCase() === email.toLowerCase())) return 'waiting for your approval'
  const approverNames = [...people, ...teams.map((team) => `team ${team}`)]
  return `waiting for approval by ${approverNames.slice(0, 2).join(' or ')}${approverNames.length > 2 ? ` or ${approverNames.length - 2} others` : ''}`
}

export function RunProgress({ run, reader }: { readonly run: ListedRun; readonly reader: Reader }) {
  const { status, step, stepError, stepCount, stepsDone, error } = run
  if (status === 'pending_approval') return <span className="run-waits">{waitsFor(run, reader)}</span>
  if (toRunState(status) === 'unhealthy') {
    const why = (stepError ?? error ?? '').split('\n', 1)[0]
    const at =
      status === 'timed_out' ? `timed out${step === null ? '' : ` at ${step}`}` : (step ?? formatStatus(status))
    return <span className="bad-text">{why ? `${at}: ${why}` : at}</span>
  }
  if (isFinalRun(status) || step === null) {
    const at = step === null ? 'before its first step' : `at ${step}`
    return (
      <span className="dim">{status === 'cancelled' ? `${formatStatus(status)} ${at}` : formatStatus(status)}</span>
    )
  }
  return (
    <span className="run-progress">
      {stepCount > mostBars ? null : (
        <span className="run-bars" aria-hidden="true">
          {Array.from({ length: stepCount }, (_, i) => (
            <span key={i} data-is={i < stepsDone ? 'done' : i === stepsDone ? 'now' : undefined} />
          ))}
        </span>
      )}
      <b className="tabular">
        {Math.min(stepsDone + 1, stepCount)} of {stepCount}
      </b>{' '}
      <span className="dim">{status === 'running' ? step : `${step}, ${formatStatus(status)}`}</span>
    </span>
  )
}
