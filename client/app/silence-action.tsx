import { Link } from 'wouter'
import type { RunTarget } from '#machines/playbooks/run-dialog-machine.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { routes } from '#client/lib/address/routes.ts'

/** Leads to the form that silences notifications of a thing; not there for who may not. */
export function SilenceAction({ thing: { kind, id } }: { readonly thing: Pick<RunTarget, 'kind' | 'id'> }) {
  const { allowed } = useAllowed('write', 'notifications')
  if (!allowed) return null
  return (
    <Link className="bp6-button" href={`${routes.silenceAdd}?${kind}_id=${encodeURIComponent(id)}`}>
      Silence
    </Link>
  )
}
