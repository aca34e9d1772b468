import { errorDetails } from './error-details.ts'
import { Button } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { EmptyState } from './empty-state.tsx'
import './error-panel.css'

interface CrashProps {
  readonly error: Error
  readonly onRetry: () => void
}

export const isOutdatedCode = (error: Error): boolean =>
  /dynamically imported module|importing a module script failed|error loading dynamically/i.test(error.message)

export function Crash({ error, onRetry }: CrashProps) {
  const reload = (
    <Button look="primary" onClick={() => window.location.reload()}>
      Reload page
    </Button>
  )
  if (isOutdatedCode(error))
    return (
      <EmptyState title="This page could not be loaded" actions={reload}>
        <p>A newer version of the console is probably available. Reload to get it; other pages still work.</p>
      </EmptyState>
    )
  return (
    <EmptyState
      title="Sorry.. there was an error"
      actions={
        <>
          {reload}
          <Button onClick={onRetry}>Try again</Button>
          <CopyButton text={errorDetails(error)}>Copy report</CopyButton>
        </>
      }
    >
      <p>This page crashed. Other pages still work.</p>
      <pre className="error-panel-details">{errorDetails(error)}</pre>
    </EmptyState>
  )
}
