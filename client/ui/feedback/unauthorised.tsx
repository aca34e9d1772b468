import { Link } from 'wouter'
import { EmptyState } from './empty-state.tsx'
import { Properties } from '#client/ui/layout/properties.tsx'

interface UnauthorisedProps {
  readonly action: string
  readonly resource: string
  readonly name: string
  readonly roles: readonly string[]
  readonly reason?: string | undefined
  readonly administrators?: readonly string[] | undefined
  readonly whyHref?: string | undefined
}

const noAdministrators: readonly string[] = []

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
          ['Reason', reason],
          ['Can grant it', administrators.length === 0 ? 'anyone with the role admin' : administrators.join(', ')],
        ]}
      />
    </EmptyState>
  )
}
