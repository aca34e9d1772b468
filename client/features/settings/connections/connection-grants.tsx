import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { findSubject } from '#shared/access/grant.ts'
import { routes } from '#client/lib/address/routes.ts'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { connectionGrantsQuery } from './connections-api.ts'

export function ConnectionGrants({ id }: { readonly id: string }) {
  const { data, error, isPending, refetch } = useQuery(connectionGrantsQuery(id))
  return (
    <section className="connection-part" aria-label="Permissions">
      <h3>Permissions</h3>
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {isPending && error === null ? <SkeletonRows rows={2} /> : null}
      {data?.length === 0 ? <p className="dim">No permission names this connection. Roles decide.</p> : null}
      <ul>
        {data?.map((grant) => (
          <li key={grant.id}>
            <Link href={`${routes.permissions}?id=${grant.id}`}>
              {grant.deny ? 'Denies' : 'Allows'} {grant.action}
            </Link>{' '}
            <Tag>{findSubject(grant)?.type ?? 'no subject'}</Tag> <span className="dim">{grant.description}</span>
          </li>
        ))}
      </ul>
      <Link href={`${routes.permissions}?why=1&do=read&on=connections&connection=${id}`}>Explain read access</Link>
    </section>
  )
}
