import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'

interface LoadFailureProps {
  /** With its article: "the history". */
  readonly of: string
  readonly error: Error
  readonly onRetry: () => Promise<unknown>
}

export function LoadFailure({ of, error, onRetry }: LoadFailureProps) {
  return (
    <div className="check-message">
      <Callout
        tone="bad"
        title={`Could not load ${of}.`}
        actions={<Button onClick={() => void onRetry()}>Retry</Button>}
      >
        {error.message}
      </Callout>
    </div>
  )
}
