import { useQuery } from '@tanstack/react-query'
import { stringify } from 'yaml'
import { canaryTable } from '#shared/health/health-topics.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { canariesKey, canaryQuery } from './health-api.ts'
import { LoadFailure } from './load-failure.tsx'

const toDocument = ({
  name,
  namespace,
  spec,
}: {
  name: string
  namespace?: string | null | undefined
  spec: unknown
}) =>
  stringify(
    {
      apiVersion: 'canaries.flanksource.com/v1',
      kind: 'Canary',
      metadata: { name, ...(namespace ? { namespace } : {}) },
      spec,
    },
    { lineWidth: 0 },
  )

export function CheckSpec({ canaryId }: { readonly canaryId: string }) {
  const { data: canary, error, isPending, refetch } = useQuery(canaryQuery(canaryId))
  useTableChanges(canaryTable, canariesKey)
  if (isPending) return <SkeletonRows label="Loading spec" />
  if (error !== null) {
    return <LoadFailure of="the spec" error={error} onRetry={refetch} />
  }
  if (canary === null) {
    return <EmptyState title="No spec">The canary of this check is not in the database.</EmptyState>
  }
  const text = toDocument(canary)
  return (
    <div className="check-spec">
      <div className="check-spec-head">
        <span className="faint">{canary.source ? `From ${canary.source}. ` : ''}Read only.</span>
        <CopyButton text={text}>Copy</CopyButton>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls sideways must be reachable by keys */}
      <pre className="health-example" tabIndex={0} aria-label="Canary spec" role="region">
        <code>{text}</code>
      </pre>
    </div>
  )
}
