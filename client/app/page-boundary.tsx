import { Crash } from '#client/ui/feedback/crash.tsx'
import { ErrorBoundary } from '#client/ui/feedback/error-boundary.tsx'
import { Page } from '#client/ui/layout/page.tsx'

interface PageBoundaryProps {
  readonly children: React.ReactNode
  readonly fallback?: ((error: Error, retry: () => void) => React.ReactNode) | undefined
}

const showCrash = (error: Error, retry: () => void) => (
  <Page title="Error">
    <Crash error={error} onRetry={retry} />
  </Page>
)

export function PageBoundary({ children, fallback = showCrash }: PageBoundaryProps) {
  return <ErrorBoundary fallback={fallback}>{children}</ErrorBoundary>
}
