import { ConfirmDialog } from './confirm-dialog.tsx'

interface DiscardDialogProps {
  readonly onLeave: () => void
  readonly onStay: () => void
}

export function DiscardDialog({ onLeave, onStay }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      title="Discard changes?"
      confirmLabel="Leave"
      leaveLabel="Keep editing"
      onConfirm={async () => onLeave()}
      onClose={onStay}
    >
      Your changes will be lost.
    </ConfirmDialog>
  )
}
