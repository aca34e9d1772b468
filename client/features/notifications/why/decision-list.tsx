import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { DecisionEntry } from './decision-entry.tsx'
import { decisionsQuery, type DecisionQuestion } from './decisions-api.ts'

export function DecisionList({ question }: { readonly question: DecisionQuestion }) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    decisionsQuery(question),
  )
  const pages = data?.pages.flatMap((page) => page ?? []) ?? []
  const decisions = pages.flatMap((page) => page.decisions)
  const isSupported = data === undefined || pages.length > 0
  return (
    <div className="why-list">
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {isPending && error === null ? <SkeletonRows label="Loading decisions" rows={6} /> : null}
      {isSupported ? null : (
        <EmptyState title="This backend does not record decisions">
          <p>It stores no reasons for sent or suppressed messages. Sent messages are on the Notifications tab.</p>
        </EmptyState>
      )}
      {isSupported && data !== undefined && decisions.length === 0 ? (
        <EmptyState title="No decisions">
          <p>No event of a rule occurred in the last {pages[0]?.kept_days} days, the retention period of decisions.</p>
        </EmptyState>
      ) : null}
      {decisions.map((decision) => (
        <DecisionEntry key={decision.id} decision={decision} />
      ))}
      {hasNextPage ? (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show earlier
        </Button>
      ) : null}
    </div>
  )
}
