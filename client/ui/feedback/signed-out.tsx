import { EmptyState } from './empty-state.tsx'

interface SignedOutProps {
  /** What the page would show, as the end of a sentence: `the checks`. */
  readonly subject: string
}

/** Stands where rows were before the session ended. How to sign in again is said above the page. */
export function SignedOut({ subject }: SignedOutProps) {
  return (
    <EmptyState title="Signed out">
      <p>Sign in again to see {subject}.</p>
    </EmptyState>
  )
}
