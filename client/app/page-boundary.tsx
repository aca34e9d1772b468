import { Component } from 'react'
import { Crash } from '#client/ui/feedback/crash.tsx'
import { Page } from '#client/ui/layout/page.tsx'

interface PageBoundaryProps {
  readonly children: React.ReactNode
  readonly fallback?: ((error: Error) => React.ReactNode) | undefined
}

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
