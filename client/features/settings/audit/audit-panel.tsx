import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { entryActor, entryHref, entryKind, entryName } from '#client/domain/audit/audited-resources.ts'
import { EntryDiff } from '#client/domain/audit/entry-diff.tsx'
import { routes } from '#client/lib/address/routes.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Properties } from '#client/ui/layout/properties.tsx'
import { SidePanel } from '#client/ui/layout/side-panel.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { entryQuery } from './audit-api.ts'

export function AuditPanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data: entry, error, isPending, refetch } = useQuery(entryQuery(id))
  const href = entry ? entryHref(entry) : null
  return (
    <SidePanel
      title={entry ? `${entryActor(entry)} ${entry.action} ${entryName(entry)}` : 'Entry'}
      facts={entry ? <Moment at={entry.at} /> : undefined}
      onClose={onClose}
    >
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {isPending && error === null ? <SkeletonRows label="Loading entry" /> : null}
      {entry === null ? (
        <EmptyState title="Entry not found">
          <p>The entry is older than the retention period of the audit log, or the link is wrong.</p>
        </EmptyState>
      ) : null}
      {entry ? (
        <div className="audit-detail">
          <Properties
            entries={[
              ['Kind', entryKind(entry)],
              [
                'Resource',
                href === null ? (
                  entryName(entry)
                ) : (
                  <Link key="thing" className="link" href={href}>
                    {entryName(entry)}
                  </Link>
                ),
              ],
              [
                'Id',
                <span key="id" className="mono">
                  {entry.row_id}
                </span>,
              ],
              ['From', entry.origin ?? undefined],
            ]}
          />
          <Link
            className="link"
            href={`${routes.audit}?about=${encodeURIComponent(`${entry.table_name}/${entry.row_id}`)}&range=now-1y`}
          >
            All changes to this resource
          </Link>
          <EntryDiff entry={entry} />
        </div>
      ) : null}
    </SidePanel>
  )
}
