import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuditEntry } from '#shared/audit/audit-entry.ts'
import type { HistoryTable } from '#shared/audit/history-route.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { Button } from '#client/ui/button.tsx'
import { TextDiff } from '#client/ui/editor/text-diff.tsx'
import { writeYaml } from '#client/ui/editor/write-yaml.ts'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { Moment } from '#client/ui/moment.tsx'
import { entryActor, entryKind, entryName } from './audited-resources.ts'
import { EntryDiff } from './entry-diff.tsx'
import { currentQuery, historyQuery, restore, restoreChanges, type Row } from './history-api.ts'
import './history.css'

interface HistoryTabProps {
  readonly table: HistoryTable
  readonly id: string
  readonly readOnlyReason: string | undefined
  readonly onRestored: () => void
}

export function HistoryTab({ table, id, readOnlyReason, onRestored }: HistoryTabProps) {
  const { data, error, isPending, refetch } = useQuery({ ...historyQuery(table, id), enabled: hasOwnBackend() })
  const [restored, setRestored] = useState<AuditEntry | null>(null)
  if (!hasOwnBackend()) return <EmptyState title="History is not available on this backend" />
  if (error !== null && data === undefined) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (isPending || data === undefined) return <SkeletonRows label="Loading history" />
  const { entries, isCut } = data
  if (entries.length === 0)
    return (
      <EmptyState title="No history yet">
        <p>Future changes appear here, with their author.</p>
      </EmptyState>
    )
  return (
    <section className="history" aria-label="History">
      <ol>
        {entries.map((entry, at) => (
          <HistoryEntry
            key={entry.id}
            entry={entry}
            restoreAction={
              at === 0 || entry.table_name !== table || entry.action === 'deleted' ? null : (
                <Button small disabledReason={readOnlyReason} onClick={() => setRestored(entry)}>
                  Restore …
                </Button>
              )
            }
            isCurrent={at === 0}
          />
        ))}
      </ol>
      {isCut ? (
        <p className="faint">{`Showing the latest ${entries.length} changes. Older ones are in the audit log.`}</p>
      ) : null}
      {restored === null ? null : (
        <RestoreDialog
          table={table}
          id={id}
          entries={entries}
          entry={restored}
          onRestored={onRestored}
          onClose={() => setRestored(null)}
        />
      )}
    </section>
  )
}

interface HistoryEntryProps {
  readonly entry: AuditEntry
  readonly restoreAction: React.ReactNode
  readonly isCurrent: boolean
}

function HistoryEntry({ entry, restoreAction, isCurrent }: HistoryEntryProps) {
  const [isOpen, setOpen] = useState(isCurrent)
  const { action, changed, at, origin } = entry
  const summary =
    entry.table_name === 'team_members' ? `${entryKind(entry)} of ${entryName(entry)}` : changed.join(', ')
  return (
    <li>
      <header>
        <b>{entryActor(entry)}</b> {action} <span className="mono dim">{summary}</span>
        <span className="faint">
          <Moment at={at} />
        </span>
        {origin === null ? null : <span className="faint cut">{origin}</span>}
        <span className="history-actions">
          {isCurrent ? <span className="faint">current</span> : restoreAction}
          <Button small look="minimal" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide changes' : 'Show changes'}
          </Button>
        </span>
      </header>
      {isOpen ? <EntryDiff entry={entry} /> : null}
    </li>
  )
}

interface RestoreDialogProps extends Pick<HistoryTabProps, 'table' | 'id' | 'onRestored'> {
  readonly entries: readonly AuditEntry[]
  readonly entry: AuditEntry
  readonly onClose: () => void
}

const only = (row: Row, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, row[name] ?? null]))

function RestoreDialog({ table, id, entries, entry, onRestored, onClose }: RestoreDialogProps) {
  const client = useQueryClient()
  const { data: current, error } = useQuery(currentQuery(table, id))
  const changes = current ? restoreChanges(entries, entry, current) : null
  const names = Object.keys(changes ?? {})
  return (
    <ConfirmDialog
      title="Restore this version"
      confirmLabel="Restore"
      size="medium"
      missing={names.length === 0 ? 'Nothing would change.' : undefined}
      busyLabel="Restoring …"
      onConfirm={async () => {
        if (!current || changes === null || names.length === 0) return
        await restore(table, current, changes)
        await client.invalidateQueries({ queryKey: ['history'] })
        showToast('success', `${String(current['name'])} restored`)
        onRestored()
      }}
      onClose={onClose}
    >
      {error === null ? null : <ErrorPanel error={error} />}
      {changes === null || !current ? (
        error === null ? (
          <SkeletonRows label="Loading current version" rows={2} />
        ) : null
      ) : names.length === 0 ? (
        <p>Nothing would change: the resource already matches this version.</p>
      ) : (
        <>
          <p>
            State after <Moment at={entry.at} />. Secrets are not part of the history and stay unchanged.
          </p>
          <TextDiff label="Changes" before={writeYaml(only(current, names))} after={writeYaml(changes)} />
        </>
      )}
    </ConfirmDialog>
  )
}
