import { EmptyState } from './empty-state.tsx'

interface SignedOutProps {
  readonly subject: string
}

export function SignedOut({ subject }: SignedOutProps) {
  return (
    <EmptyState title="Signed out">
      <p>Sign in again to see {subject}.</p>
    </EmptyState>
  )
}
