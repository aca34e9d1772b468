import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { EditForm } from '#client/ui/form/edit-form.tsx'
import { Modal } from '#client/ui/layout/modal.tsx'
import type { ModalSize } from '#client/ui/layout/modal-width.ts'

interface FormDialogProps {
  readonly title: string
  /** Of the button that saves. */
  readonly label: string
  readonly className?: string
  readonly size?: ModalSize
  readonly isSaving: boolean
  readonly error: Error | null
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: React.ReactNode
}

/** A small form in a dialog, which stays open with its input after a failure. */
export function FormDialog({
  title,
  label,
  className = 'form-dialog-fields',
  size = 'very-small',
  isSaving,
  error,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  return (
    <Modal
      title={title}
      size={size}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={isSaving} onClick={onSubmit}>
            {label}
          </Button>
        </>
      }
    >
      <EditForm label={label} className={className} isSaving={isSaving} onSubmit={onSubmit}>
        {children}
      </EditForm>
      {error === null ? null : <ErrorPanel error={error} detailsHidden />}
    </Modal>
  )
}
