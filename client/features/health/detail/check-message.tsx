import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { CheckRow } from '#shared/health/check-row.ts'
import { toCheckState } from '#shared/health/check-state.ts'
import { checkHref } from '#client/domain/health/check-href.ts'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { reportQuery } from './health-api.ts'

const describeTurn = ({ kind, seen, needed, of }: NonNullable<CheckRow['confirming']>): string =>
  kind === 'passes'
    ? `${seen} of ${needed} passes: turns healthy after ${needed} in a row.`
    : `${seen} of ${needed} failures: turns unhealthy after ${needed} within ${of} results.`

function Failure({ check, stale }: { readonly check: CheckRow; readonly stale: boolean }) {
  const isTest = check.message.startsWith('Test failed.')
  const { data: report } = useQuery({ ...reportQuery(check.id, check.lastRuntime), enabled: isTest && hasOwnBackend() })
  const assertion = report?.pass === false ? report.assertion : undefined
  return (
    <Callout tone={stale ? 'info' : 'bad'}>
      <span className="mono">{check.message}</span>
      {assertion?.expression === undefined ? null : (
        <span className="check-message-test">
          Failed test: <code>{assertion.expression}</code>
        </span>
      )}
    </Callout>
  )
}

export function CheckMessage({ check, stale }: { readonly check: CheckRow; readonly stale: boolean }) {
  const { notEvaluated, confirming, warnings } = check
  const failed = toCheckState(check) === 'unhealthy' && check.message !== ''
  if (!failed && check.problem === '' && notEvaluated === null && confirming === null && warnings.length === 0)
    return null
  return (
    <div className="check-message">
      {notEvaluated === null ? null : (
        <Callout tone="info" title="Not evaluated.">
          It depends on{' '}
          <Link className="link" href={checkHref(notEvaluated.id)}>
            {notEvaluated.name}
          </Link>
          , which is failing. It sends no notifications until that check passes.
        </Callout>
      )}
      {failed ? <Failure check={check} stale={stale} /> : null}
      {confirming === null ? null : (
        <Callout tone="info" title="Waiting for confirmation.">
          {describeTurn(confirming)} {confirming.kind === 'failures' && !failed ? check.message : ''}
        </Callout>
      )}
      {check.problem === '' ? null : (
        <Callout tone="warn" title="This check cannot run.">
          {check.problem}
        </Callout>
      )}
      {warnings.length === 0 ? null : (
        <Callout tone="warn" title="Warnings.">
          {warnings.map((warning) => (
            <span key={warning} className="check-message-warning">
              {warning}
            </span>
          ))}
        </Callout>
      )}
    </div>
  )
}
