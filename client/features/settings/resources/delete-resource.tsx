import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { formatCount } from '#shared/primitives/format-count.ts'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { dropDeletedRow } from './drop-deleted-row.ts'
import type { EditedKind } from './edited-kinds.ts'
import { belongingsQuery, deleteResource, type ManagedResource } from './resources-api.ts'

interface DeleteResourceProps {
  readonly kind: EditedKind
  readonly resource: ManagedResource
  readonly onDeleted: () => void
  readonly onClose: () => void
}

export function DeleteResource({ kind, resource, onDeleted, onClose }: DeleteResourceProps) {
  const { id, name } = resource
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const { data: belongings } = useQuery(belongingsQuery(kind.table, id))
  const confirm = useCallback(async () => {
    await deleteResource(kind.table, id)
    onDeleted()
    dropDeletedRow(client, kind.table, id)
    showToast('success', `${name} deleted successfully`)
    navigate(kind.afterSave ?? kind.listHref)
  }, [kind, id, name, client, navigate, onDeleted])
  const goes = belongings?.count
    ? `${formatCount(belongings.count)} ${belongings.noun}${belongings.count === 1 ? ' is' : 's are'} deleted too.`
    : null
  return (
    <ConfirmDialog
      title={`Delete ${name}`}
      confirmLabel={`Delete ${kind.noun}`}
      busyLabel="Deleting …"
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>Are you sure you want to delete this resource?</p>
      {goes === null ? null : <p>{goes}</p>}
    </ConfirmDialog>
  )
}
