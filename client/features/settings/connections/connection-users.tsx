import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { connectionUsersQuery } from './connections-api.ts'

export function ConnectionUsers({ id }: { readonly id: string }) {
  const { data, error, isPending, refetch } = useQuery(connectionUsersQuery(id))
  return (
    <section className="connection-part" aria-label="Used by">
      <h3>Used by</h3>
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {isPending && error === null ? <SkeletonRows rows={2} /> : null}
      {data === null ? <p className="dim">This backend does not report usages of connections.</p> : null}
      {data?.length === 0 ? <p className="dim">No usages visible to you.</p> : null}
      <ul>
        {data?.map(({ kind, id: userId, name }) => (
          <li key={userId}>
            <span className="dim">{kind}</span> {name}
          </li>
        ))}
      </ul>
    </section>
  )
}
