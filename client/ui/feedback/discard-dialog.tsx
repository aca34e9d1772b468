import { ConfirmDialog } from './confirm-dialog.tsx'

interface DiscardDialogProps {
  readonly onLeave: () => void
  readonly onStay: () => void
}

/** Asks before a dialog is left with something in it that nobody sent. */
export function DiscardDialog({ onLeave, onStay }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      title="Discard changes?"
      confirmLabel="Leave"
      leaveLabel="Keep editing"
      onConfirm={async () => onLeave()}
      onClose={onStay}
    >
      What you typed here will be lost.
    </ConfirmDialog>
  )
}
