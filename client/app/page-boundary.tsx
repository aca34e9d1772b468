import { Component } from 'react'
import { Crash } from '#client/ui/feedback/crash.tsx'
import { Page } from '#client/ui/layout/page.tsx'

interface PageBoundaryProps {
  readonly children: React.ReactNode
  /** Drawn in the place of what stopped; by default a page that says so and offers to try again. */
  readonly fallback?: ((error: Error) => React.ReactNode) | undefined
}

/** Catches what a page throws while it draws; React logs it. The shell around it stays. */
export class PageBoundary extends Component<PageBoundaryProps, { readonly error: Error | null }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render() {
    const { error } = this.state
    const { children, fallback } = this.props
    if (error === null) return children
    if (fallback !== undefined) return fallback(error)
    return (
      <Page title="Error">
        <Crash error={error} onRetry={() => this.setState({ error: null })} />
      </Page>
    )
  }
}
