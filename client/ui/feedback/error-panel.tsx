import { useState } from 'react'
import { Link } from 'wouter'
import { z } from 'zod'
import { whyAddress } from '#client/lib/address/why-address.ts'
import { Button } from '#client/ui/button.tsx'
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

/** The right that a refusal of the server names; null for any other failure. */
const lackedBy = (error: unknown) => {
  const parsed = z.object({ lacks: z.object({ action: z.string(), object: z.string() }) }).safeParse(error)
  return parsed.success ? parsed.data.lacks : null
}

/**
 * One part of a page that failed while the rest works: the error's message or 'Something went wrong', and on request its
 * stack and cause, unless they are hidden (ledger ERR-33, ERR-34). Of a refusal it says which right is missing, and leads to why.
 */
export function ErrorPanel({ error, meaning, detailsHidden = false, onRetry }: ErrorPanelProps) {
  const [open, setOpen] = useState(false)
  const lacks = lackedBy(error)
  const known = error instanceof Error ? error : undefined
  return (
    <Callout tone="bad" title={known?.message || 'Something went wrong'}>
      {meaning}
      {lacks === null ? null : (
        <p>
          Needs <code>{lacks.action}</code> on {lacks.object}.{' '}
          <Link href={whyAddress({ action: lacks.action, on: lacks.object })}>Explain access</Link>
        </p>
      )}
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
