import { EmptyState } from './empty-state.tsx'

interface SignedOutProps {
  /** What the page would show, as the end of a sentence: `the checks`. */
  readonly what: string
}

/** Stands where rows were before the session ended. How to sign in again is said above the page. */
export function SignedOut({ what }: SignedOutProps) {
  return (
    <EmptyState title="Signed out">
      <p>Sign in again to see {what}.</p>
    </EmptyState>
  )
}
