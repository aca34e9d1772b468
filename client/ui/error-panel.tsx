import { useState } from 'react'
import { Button } from './button.tsx'
import { Callout } from './callout.tsx'
import { errorDetails } from './error-details.ts'
import './error-panel.css'

interface ErrorPanelProps {
  readonly error: unknown
  /** What still works, or what the person can do about it. */
  readonly meaning?: React.ReactNode
  readonly detailsHidden?: boolean
  readonly onRetry?: () => void
}

/**
 * One part of a page that failed while the rest works: the error's message or 'Something went wrong', and on request its
 * stack and cause, unless they are hidden (ledger ERR-33, ERR-34).
 */
export function ErrorPanel({ error, meaning, detailsHidden = false, onRetry }: ErrorPanelProps) {
  const [open, setOpen] = useState(false)
  const known = error instanceof Error ? error : undefined
  return (
    <Callout tone="bad" title={known?.message || 'Something went wrong'}>
      {meaning}
      <div className="error-panel-actions">
        {onRetry && (
          <Button small onClick={onRetry}>
            Retry
          </Button>
        )}
        {known && !detailsHidden ? (
          <Button small look="minimal" aria-expanded={open} onClick={() => setOpen(!open)}>
            Stack and cause
          </Button>
        ) : null}
      </div>
      {open && known ? <pre className="error-panel-details">{errorDetails(known)}</pre> : null}
    </Callout>
  )
}
