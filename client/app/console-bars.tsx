import { useState } from 'react'
import { readAuthMode } from '#client/lib/browser/auth-mode.ts'
import { routes } from '#client/lib/address/routes.ts'
import { signInAddress } from '#client/domain/identity/sign-in-address.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'

export type RenderSignIn = (onClose: () => void) => React.ReactNode

/** Without `renderSignIn`, the sign-in has a page of its own. */
export function SignedOutBar({ renderSignIn }: { readonly renderSignIn: RenderSignIn | undefined }) {
  const [isOpen, setOpen] = useState(true)
  const action =
    renderSignIn === undefined ? (
      <a
        className="bp6-button bp6-small bp6-intent-primary"
        href={signInAddress(readAuthMode(), window.location) ?? routes.home}
        target="_blank"
        rel="noreferrer"
      >
        Sign in again
      </a>
    ) : (
      <Button small look="primary" onClick={() => setOpen(true)}>
        Sign in again
      </Button>
    )
  return (
    <>
      <Callout tone="warn" bar title="Signed out." actions={action}>
        Live data is hidden until you sign in again{renderSignIn === undefined ? ' in a new tab' : ''}. Your unsaved
        input stays on this page.
      </Callout>
      {isOpen ? renderSignIn?.(() => setOpen(false)) : null}
    </>
  )
}

interface FlagsBarProps {
  readonly outage: string | null
  readonly onRetry: () => void
}

export function FlagsBar({ outage, onRetry }: FlagsBarProps) {
  return (
    <Callout
      tone="warn"
      bar
      title={outage ?? 'Feature flags could not be loaded.'}
      actions={
        <Button small onClick={onRetry}>
          Retry now
        </Button>
      }
    >
      {outage === null ? null : 'Retrying automatically. Feature flags could not be loaded. '}
      All areas are shown, including disabled ones.
    </Callout>
  )
}
