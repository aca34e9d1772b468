import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { detailParts, listErrors, groupErrors, findPart, type DetailPart } from '#shared/jobs/job-details.ts'
import { jobHistorySchema, toJobRun, type JobRun } from '#shared/jobs/job-run.ts'
import { useLetterKeys } from '#client/lib/browser/use-key-down.ts'
import { findRow } from '#client/api/data-api.ts'
import { useQueryParams } from '#client/lib/address/query-state.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { Modal } from '#client/ui/layout/modal.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Tabs, type Tab } from '#client/ui/layout/tabs.tsx'
import { AgentCell, DurationCell, FailedCell, StartedCell, StatusCell, SucceededCell } from './job-cells.tsx'
import { resourceHref } from './job-links.ts'
import { openJob, setJobTab } from './job-query.ts'

interface JobModalProps {
  readonly id: string
  readonly run: JobRun | undefined
  readonly runs: readonly JobRun[]
  readonly onClose: () => void
}

const labels: Record<DetailPart, string> = {
  errors: 'Errors',
  scrape_summary: 'Scrape summary',
  summary: 'Reconcile summary',
}

const listTabs = (errors: number): Tab[] =>
  detailParts.map((id) =>
    id === 'errors' && errors > 0 ? { id, label: labels[id], count: errors } : { id, label: labels[id] },
  )

const isPart = (name: string | null): name is DetailPart => detailParts.some((part) => part === name)

const useJob = (id: string, run: JobRun | undefined) =>
  useQuery({
    queryKey: ['job', id, run?.status, run?.failed, run?.startedAt],
    queryFn: async ({ signal }) => {
      const query = { select: '*', id: `eq.${id}`, limit: 1 }
      return findRow('job_histories', { row: jobHistorySchema, query, signal })
    },
    placeholderData: (before) => before,
    meta: { failsAloud: true },
  })

const useStepKeys = (id: string, runs: readonly JobRun[]) =>
  useLetterKeys(({ key }) => {
    const step = key === 'j' ? 1 : key === 'k' ? -1 : 0
    if (step === 0) return
    const open = runs.filter((run) => run.id === id || run.parts.length > 0)
    const next = open[open.findIndex((run) => run.id === id) + step]
    if (next !== undefined) openJob(next.id)
  })

function Errors({ details }: { readonly details: unknown }) {
  return (
    <ul className="job-errors">
      {groupErrors(listErrors(details)).map(({ text, count, about }) => (
        <li key={text}>
          <span className="job-errors-count tabular">{count}×</span>
          <div>
            <pre>{text}</pre>
            {about.length === 0 ? null : <p className="dim">{about.join(', ')}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}

function Part({ details, part }: { readonly details: unknown; readonly part: DetailPart }) {
  if (part === 'errors') return <Errors details={details} />
  const value = findPart(details, part)
  return <pre className="job-summary">{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
}

function Facts({ run }: { readonly run: JobRun }) {
  const href = resourceHref(run.resourceType, run.resourceId)
  return (
    <dl className="job-facts tabular">
      <dt>Status</dt>
      <dd>
        <StatusCell row={run} />
      </dd>
      <dt>Started</dt>
      <dd>
        <StartedCell row={run} />
      </dd>
      <dt>Duration</dt>
      <dd>
        <DurationCell row={run} />
      </dd>
      <dt>Success</dt>
      <dd>
        <SucceededCell row={run} />
      </dd>
      <dt>Error</dt>
      <dd>
        <FailedCell row={run} />
      </dd>
      {run.agent === null ? null : (
        <>
          <dt>Agent</dt>
          <dd>
            <AgentCell row={run} />
          </dd>
        </>
      )}
      {href === null ? null : (
        <>
          <dt>Resource</dt>
          <dd>
            <Link href={href}>{run.resourceName}</Link>
          </dd>
        </>
      )}
    </dl>
  )
}

export function JobModal({ id, run, runs, onClose }: JobModalProps) {
  const { data: found, error, refetch } = useJob(id, run)
  const named = useQueryParams().get('jobTab')
  useStepKeys(id, runs)
  if (found === null)
    return (
      <Modal title="Job run" onClose={onClose}>
        <EmptyState title="Job run not found">
          <p>It may have been deleted: runs are retained for a limited time.</p>
        </EmptyState>
      </Modal>
    )
  const shown = run ?? (found === undefined ? undefined : toJobRun(found))
  if (shown === undefined ? error === null : shown.parts.length === 0) return null
  const part = isPart(named) ? named : shown?.parts[0]
  const errors = listErrors(found?.details)
  return (
    <Modal
      title={
        shown === undefined ? 'Job run' : [shown.name, shown.resourceName].filter((text) => text !== '').join(', ')
      }
      size="large"
      onClose={onClose}
      foot={
        errors.length === 0 ? undefined : (
          <>
            <span className="dim job-keys">
              <kbd className="kbd">J</kbd> <kbd className="kbd">K</kbd> older, newer run
            </span>
            <CopyButton text={errors.map(({ text }) => text).join('\n')}>Copy errors</CopyButton>
          </>
        )
      }
    >
      {shown === undefined ? null : <Facts run={shown} />}
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {shown === undefined || part === undefined ? null : (
        <>
          <Tabs label="Run details" selected={part} onSelect={setJobTab} tabs={listTabs(errors.length)} />
          {found === undefined ? (
            error === null ? (
              <SkeletonRows label="Loading details" rows={6} />
            ) : null
          ) : shown.parts.includes(part) ? (
            <Part details={found.details} part={part} />
          ) : (
            <EmptyState title="No details found" />
          )}
        </>
      )}
    </Modal>
  )
}
