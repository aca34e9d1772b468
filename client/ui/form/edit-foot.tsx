import { Button } from '#client/ui/button.tsx'

interface EditFootProps {
  /** What is typed, as `useEditForm` has it. */
  readonly edited: { readonly isSaving: boolean; readonly submit: () => void; readonly giveUp: () => void }
  /** What saving does: `Save rule`. */
  readonly act: string
  readonly onClose: () => void
  /** At the other end: what to know before. */
  readonly children?: React.ReactNode
}

/** The foot of a dialog that edits a value: giving up what was typed, and the act. */
export function EditFoot({ edited: { isSaving, submit, giveUp }, act, onClose, children }: EditFootProps) {
  return (
    <>
      {children}
      <Button
        onClick={() => {
          giveUp()
          onClose()
        }}
      >
        Cancel
      </Button>
      <Button look="primary" busy={isSaving} onClick={submit}>
        {act}
      </Button>
    </>
  )
}
