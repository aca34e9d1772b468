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
  readonly meaning?: React.ReactNode
  readonly detailsHidden?: boolean
  readonly onRetry?: () => void
}

const lackedBy = (error: unknown) => {
  const parsed = z.object({ lacks: z.object({ action: z.string(), object: z.string() }) }).safeParse(error)
  return parsed.success ? parsed.data.lacks : null
}

const isOutage = (error: unknown) => z.object({ isOutage: z.literal(true) }).safeParse(error).success

export function ErrorPanel({ error, meaning, detailsHidden = false, onRetry }: ErrorPanelProps) {
  const [open, setOpen] = useState(false)
  const lacks = lackedBy(error)
  const known = error instanceof Error ? error : undefined
  return (
    <Callout tone="bad" title={known?.message || 'Something went wrong'}>
      {meaning}
      {onRetry !== undefined && isOutage(error) ? <p>Retrying automatically.</p> : null}
      {lacks === null ? null : (
        <p>
          Requires <code>{lacks.action}</code> on {lacks.object}.{' '}
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
            Details
          </Button>
        ) : null}
      </div>
      {open && known ? <pre className="error-panel-details">{errorDetails(known)}</pre> : null}
    </Callout>
  )
}
