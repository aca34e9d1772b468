import { ErrorBoundary } from './error-boundary.tsx'
import { ErrorPanel } from './error-panel.tsx'

interface PartBoundaryProps {
  /** Name of the part and its row, as in `evidence 0195c0de-…`. */
  readonly name: string
  readonly resetOn?: unknown
  readonly children: React.ReactNode
}

const showPartError = (name: string) => (error: Error, retry: () => void) => (
  <ErrorPanel
    error={new Error(`Cannot show ${name}: ${error.message}`, { cause: error })}
    meaning={<p>The rest of the page still works.</p>}
    onRetry={retry}
  />
)

/** Keeps the rest of the page when one part cannot be drawn. */
export function PartBoundary({ name, resetOn, children }: PartBoundaryProps) {
  return (
    <ErrorBoundary resetOn={resetOn} fallback={showPartError(name)}>
      {children}
    </ErrorBoundary>
  )
}

const showCellError = ({ message }: Error) => (
  <span className="faint" title={`Cannot show this value: ${message}`}>
    –
  </span>
)

/** A cell that cannot be drawn shows why in its tooltip. */
export function CellBoundary({ resetOn, children }: Pick<PartBoundaryProps, 'resetOn' | 'children'>) {
  return (
    <ErrorBoundary resetOn={resetOn} fallback={showCellError}>
      {children}
    </ErrorBoundary>
  )
}
