import type { ConnectionTest } from '#shared/connections/connection-test.ts'
import { Age } from '#client/ui/age.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'

const seconds = (ms: number) => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`)

interface TestResultProps {
  readonly test: ConnectionTest | undefined
  readonly error: string | undefined
}

export function TestResult({ test, error }: TestResultProps) {
  if (test === undefined) {
    return error === undefined ? null : (
      <div className="connection-result" data-bad="" role="status">
        <StateMark state="unhealthy" label="" />
        <b>{error}</b>
      </div>
    )
  }
  return (
    <div className="connection-result" data-bad={test.ok ? undefined : ''} role="status" aria-label="Test">
      <StateMark state={test.ok ? 'healthy' : 'unhealthy'} label="" />
      <p>
        <b>{test.ok ? 'Success' : (test.steps.at(-1)?.said ?? 'Failed')}</b> after {seconds(test.durationMs)}
        <span className="faint connection-result-age">
          <Age at={test.at} />
        </span>
      </p>
      <ol>
        {test.steps.map(({ name, ok, said: message, durationMs }) => (
          <li key={name}>
            <StateMark state={ok ? 'healthy' : 'unhealthy'} quiet={ok} />
            <span>{name}</span>
            <span className="mono">{message}</span>
            <span className="tabular faint">{seconds(durationMs)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
