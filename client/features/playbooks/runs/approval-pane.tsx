import { useQuery } from '@tanstack/react-query'
import type { RunPreview } from '#shared/playbooks/preflight.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { isBackendEmbedded } from '#client/domain/identity/user-accounts.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { ApproverList } from './approver-list.tsx'
import { CommandText } from '#client/domain/playbooks/command-text.tsx'
import { earlierRunsQuery, usualDurationMs } from './earlier-runs.ts'
import { formatTook } from './format-took.ts'
import { LastRuns, RunParameters } from './run-side.tsx'
import { runPreviewQuery } from './run-api.ts'
import type { RunView } from './run-view.ts'
import { TargetNow } from './target-now.tsx'

export function ApprovalPane({ view }: { readonly view: RunView }) {
  const { run, steps } = view
  const { data: preview, error, refetch } = useQuery({ ...runPreviewQuery(run.id), enabled: isBackendEmbedded() })
  const { data: earlier = [] } = useQuery(earlierRunsQuery(run))
  const usualMs = usualDurationMs(earlier)
  return (
    <div className="approval">
      <section className="approval-steps-part" aria-label="Steps to run">
        <h3>
          Steps to run{' '}
          <span className="faint">
            {formatCount(steps.length, 'step')}
            {usualMs === null ? null : `, usually ${formatTook(usualMs)}`}
          </span>
        </h3>
        {error === null ? null : (
          <Callout
            tone="warn"
            title="Could not render the steps."
            actions={<Button onClick={() => void refetch()}>Retry</Button>}
          >
            {error.message}
          </Callout>
        )}
        {isBackendEmbedded() && preview === undefined && error === null ? (
          <SkeletonRows rows={3} label="Rendering steps" />
        ) : (
          <Steps view={view} preview={preview} />
        )}
      </section>
      <aside className="approval-facts" aria-label="Approval">
        <ApproverList view={view} />
        <TargetNow run={run} preview={preview} />
        <RunParameters run={run} />
        <LastRuns run={run} earlier={earlier} />
      </aside>
    </div>
  )
}

function Steps({ view: { run }, preview }: { readonly view: RunView; readonly preview: RunPreview | undefined }) {
  return (
    <>
      <ol className="approval-steps">
        {run.steps.map(({ name, kind, condition, retries }) => {
          const rendered = preview?.steps.find((step) => step.name === name)
          return (
            <li key={name}>
              <b>{name}</b> <span className="faint">{kind}</span>
              {condition === null ? null : (
                <span className="dim">
                  {' '}
                  if <code>{condition}</code>
                </span>
              )}
              {retries === 0 ? null : <span className="faint">, up to {retries + 1} attempts</span>}
              {rendered === undefined ? null : <CommandText parts={rendered.command} />}
              {rendered?.problem === undefined ? null : <p className="bad-text">{rendered.problem}</p>}
            </li>
          )
        })}
      </ol>
      {preview === undefined ? null : (
        <p className="faint">
          <span className="command-filled">Blue</span> comes from the target and the parameters. Secrets stay masked. A
          step that uses an earlier result is rendered when it starts.
        </p>
      )}
    </>
  )
}
