import { ConfirmDialog } from './confirm-dialog.tsx'
import { showToast } from './toast-store.ts'

interface DeleteDialogProps {
  readonly noun: string
  readonly deletedMessage?: string
  readonly onDelete: () => Promise<void>
  readonly onDeleted: () => void
  readonly onClose: () => void
  readonly children?: React.ReactNode
}

export function DeleteDialog({
  noun,
  deletedMessage = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} deleted`,
  onDelete,
  onDeleted,
  onClose,
  children,
}: DeleteDialogProps) {
  return (
    <ConfirmDialog
      title={`Delete ${noun}`}
      confirmLabel={`Delete ${noun}`}
      busyLabel="Deleting ..."
      onConfirm={async () => {
        await onDelete()
        showToast('success', deletedMessage)
        onDeleted()
      }}
      onClose={onClose}
    >
      <p>Are you sure you want to delete the {noun}?</p>
      {children}
    </ConfirmDialog>
  )
}
