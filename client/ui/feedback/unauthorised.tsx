import { Link } from 'wouter'
import { EmptyState } from './empty-state.tsx'
import { Properties } from '#client/ui/layout/properties.tsx'

interface UnauthorisedProps {
  readonly action: string
  readonly resource: string
  readonly name: string
  readonly roles: readonly string[]
  /** What decides, and what would change it. */
  readonly reason?: string | undefined
  /** Who can grant it, by name; left out where one may not see who they are. */
  readonly administrators?: readonly string[] | undefined
  /** Where the question is answered link by link; left out where the person may not go there. */
  readonly whyHref?: string | undefined
}

const noAdministrators: readonly string[] = []

/** What stands where the person lacks a right: what is missing and who can grant it (ledger PERM-19). */
export function Unauthorised({
  action,
  resource,
  name,
  roles,
  reason,
  administrators = noAdministrators,
  whyHref,
}: UnauthorisedProps) {
  return (
    <EmptyState
      title="Unauthorized: You do not have permission to access this page"
      actions={
        whyHref === undefined ? undefined : (
          <Link className="bp6-button" href={whyHref}>
            Explain access
          </Link>
        )
      }
    >
      <Properties
        entries={[
          [
            'Missing',
            <span key="missing">
              <code>{action}</code> on {resource}
            </span>,
          ],
          ['You are', [name, ...roles].filter(Boolean).join(', ')],
          ['Because', reason],
          ['Can grant it', administrators.length === 0 ? 'whoever holds the role admin' : administrators.join(', ')],
        ]}
      />
    </EmptyState>
  )
}
