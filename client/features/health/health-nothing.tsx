import { Link } from 'wouter'
import type { CheckRow } from '#shared/health/check-row.ts'
import { useAllows } from '#client/api/session/use-allows.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import type { TopicView } from '#client/live/topic-view.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { SignedOut } from '#client/ui/feedback/signed-out.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'

interface HealthNothingProps {
  readonly topic: TopicView<CheckRow>
  readonly onRetry: () => void
}

const example = `apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata:
  name: website
  namespace: default
spec:
  schedule: "@every 30s"
  http:
    - name: home page
      url: https://example.com
      responseCodes: [200]`

function Example() {
  return (
    <pre className="health-example">
      <code>{example}</code>
    </pre>
  )
}

export function HealthNothing({ topic, onRetry }: HealthNothingProps) {
  const { status, reason } = topic
  const canCreate = useAllows()('canaries', 'create')
  if (status === 'loading') {
    return (
      <div className="health-loading">
        <SkeletonRows label="Loading checks" rows={20} />
      </div>
    )
  }
  if (status === 'signedOut') return <SignedOut subject="the checks" />
  if (status === 'refused') {
    return (
      <EmptyState title="Unauthorized: You do not have permission to access this page">
        <p>Viewing checks requires read permission on canaries. An administrator can grant it.</p>
        {reason === null ? null : <p>{reason}</p>}
      </EmptyState>
    )
  }
  if (status !== 'live') {
    return (
      <EmptyState title="Checks not available yet" actions={<Button onClick={onRetry}>Retry now</Button>}>
        <p>No data received yet. Retrying automatically.</p>
      </EmptyState>
    )
  }
  const actions = canCreate ? (
    <Link className="bp6-button bp6-intent-primary" href={linkTo(routes.settingsRow, { table: 'canaries', id: 'new' })}>
      Add health check
    </Link>
  ) : undefined
  if (!hasOwnBackend()) {
    return (
      <EmptyState title="No checks yet" actions={actions}>
        <p>Results appear here once the backend has a canary with checks, for example:</p>
        <Example />
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No checks yet" actions={actions}>
      <p>
        Results appear here as they arrive. Add a check, or a file like this to RESOURCES_DIR (./resources); it starts
        immediately:
      </p>
      <Example />
    </EmptyState>
  )
}
