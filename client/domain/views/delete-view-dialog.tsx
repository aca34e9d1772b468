import type { SavedView } from '#shared/views/saved-view.ts'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { useCallback } from 'react'
import { useViewChanges } from './views-api.ts'

export function DeleteViewDialog({ view, onClose }: { readonly view: SavedView; readonly onClose: () => void }) {
  const { remove } = useViewChanges()
  const { id, name, isShared } = view
  const handleConfirm = useCallback(async () => {
    await remove(id)
    showToast('success', `View ${name} deleted`)
  }, [remove, id, name])
  return (
    <ConfirmDialog title="Delete this view?" confirmLabel="Delete view" onConfirm={handleConfirm} onClose={onClose}>
      {name} will be removed from {isShared ? 'everyone’s sidebar' : 'your sidebar'}. The page and its rows are not
      affected.
    </ConfirmDialog>
  )
}
