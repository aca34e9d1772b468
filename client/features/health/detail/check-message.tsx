import type { CheckRow } from '#shared/health/check-row.ts'
import { toCheckState } from '#shared/health/check-state.ts'
import { Callout } from '#client/ui/feedback/callout.tsx'

export function CheckMessage({ check, stale }: { readonly check: CheckRow; readonly stale: boolean }) {
  const failed = toCheckState(check) === 'unhealthy' && check.message !== ''
  if (!failed && check.problem === '') return null
  return (
    <div className="check-message">
      {failed ? (
        <Callout tone={stale ? 'info' : 'bad'}>
          <span className="mono">{check.message}</span>
        </Callout>
      ) : null}
      {check.problem === '' ? null : (
        <Callout tone="warn" title="This check cannot run.">
          {check.problem}
        </Callout>
      )}
    </div>
  )
}
