import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { HistoryTable } from '#shared/audit/history-route.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { deletedQuery, undelete } from './deleted-api.ts'
import { HistoryTab } from './history-tab.tsx'

interface DeletedResourceProps {
  readonly table: HistoryTable
  readonly id: string
  readonly noun: string
  readonly missing: string | undefined
  readonly onRestored: () => void
  readonly children: React.ReactNode
}

export function DeletedResource({ table, id, noun, missing, onRestored, children }: DeletedResourceProps) {
  const client = useQueryClient()
  const { data: deleted, isPending } = useQuery({ ...deletedQuery(table, id), enabled: hasOwnBackend() })
  const {
    mutate,
    error,
    isPending: isRestoring,
  } = useMutation({
    mutationFn: () => undelete(table, id),
    onSuccess: async () => {
      showToast('success', `${deleted?.name ?? noun} restored`)
      await client.invalidateQueries({ queryKey: ['history'] })
      onRestored()
    },
  })
  if (!hasOwnBackend()) return children
  if (isPending) return <SkeletonRows label={`Loading ${noun}`} />
  if (deleted == null) return children
  const isOwn = ['', 'UI'].includes(deleted.source ?? '')
  return (
    <>
      <Callout
        bar
        tone="warn"
        title={`The ${noun} ${deleted.name} was deleted.`}
        actions={
          <Button
            busy={isRestoring}
            disabledReason={
              missing ?? (isOwn ? undefined : 'This resource is managed elsewhere. Restore it at its source.')
            }
            onClick={() => mutate()}
          >
            {`Restore ${noun}`}
          </Button>
        }
      >
        <Age at={deleted.deleted_at} /> ago. Restoring brings it back unchanged, including its secrets.
      </Callout>
      {error === null ? null : <ErrorPanel error={error} detailsHidden meaning="The resource is still deleted." />}
      <HistoryTab table={table} id={id} readOnlyReason={`Restore the ${noun} first.`} onRestored={onRestored} />
    </>
  )
}
