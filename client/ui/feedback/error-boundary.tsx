import { Component } from 'react'
import { toError } from '#shared/primitives/thrown-error.ts'

interface ErrorBoundaryProps {
  readonly children: React.ReactNode
  /** The children are shown again when this changes, for example with a new version of the row. */
  readonly resetOn?: unknown
  readonly fallback: (error: Error, retry: () => void) => React.ReactNode
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: toError(error) }
  }

  override componentDidUpdate(before: ErrorBoundaryProps) {
    if (this.state.error !== null && before.resetOn !== this.props.resetOn) this.retry()
  }

  readonly retry = () => this.setState({ error: null })

  override render() {
    const { error } = this.state
    return error === null ? this.props.children : this.props.fallback(error, this.retry)
  }
}
