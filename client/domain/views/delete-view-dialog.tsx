import type { SavedView } from '#shared/views/saved-view.ts'
import { wallsPage } from '#shared/wall/named-wall.ts'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { useCallback } from 'react'
import { useViewChanges } from './views-api.ts'

export function DeleteViewDialog({ view, onClose }: { readonly view: SavedView; readonly onClose: () => void }) {
  const { remove } = useViewChanges()
  const { id, name, page, isShared } = view
  const kind = page === wallsPage ? 'wall' : 'view'
  const handleConfirm = useCallback(async () => {
    await remove(id)
    showToast('success', `${kind === 'wall' ? 'Wall' : 'View'} ${name} deleted`)
  }, [remove, id, name, kind])
  return (
    <ConfirmDialog
      title={`Delete this ${kind}?`}
      confirmLabel={`Delete ${kind}`}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      {kind === 'wall'
        ? `Screens that show ${name} will list the remaining walls. Its views are not affected.`
        : `${name} will be removed from ${isShared ? 'everyone’s sidebar' : 'your sidebar'}. The page and its rows are not affected.`}
    </ConfirmDialog>
  )
}
