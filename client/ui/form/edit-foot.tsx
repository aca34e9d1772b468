import { Button } from '#client/ui/button.tsx'

interface EditFootProps {
  readonly edited: { readonly isSaving: boolean; readonly submit: () => void; readonly giveUp: () => void }
  readonly act: string
  readonly onClose: () => void
  readonly children?: React.ReactNode
}

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
