import { EmptyState } from './empty-state.tsx'
import { Properties } from './properties.tsx'

interface UnauthorisedProps {
  readonly action: string
  readonly resource: string
  readonly name: string
  readonly roles: readonly string[]
}

/** What stands where the person lacks a right: what is missing and who can grant it (ledger PERM-19). */
export function Unauthorised({ action, resource, name, roles }: UnauthorisedProps) {
  return (
    <EmptyState title="Unauthorized: You do not have permission to access this page">
      <Properties
        entries={[
          [
            'Missing',
            <span key="missing">
              <code>{action}</code> on {resource}
            </span>,
          ],
          ['You are', [name, ...roles].filter(Boolean).join(', ')],
          ['Can grant it', 'whoever holds the role admin'],
        ]}
      />
    </EmptyState>
  )
}
