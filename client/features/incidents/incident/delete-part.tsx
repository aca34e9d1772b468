import { useState } from 'react'
import { deleteWithReferences, StillReferenced } from '#client/api/delete-with-references.ts'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { deletedWith } from './incident-api.ts'

interface DeletePartProps {
  readonly table: keyof typeof deletedWith
  readonly id: string
  readonly title: string
  readonly confirmLabel: string
  readonly children: React.ReactNode
  readonly onDeleted: () => void
  readonly onClose: () => void
}

/** If other rows still refer to it, the dialog names them and offers to delete them too. */
export function DeletePart({ table, id, confirmLabel, onDeleted, ...dialog }: DeletePartProps) {
  const [left, setLeft] = useState<readonly StillReferenced[]>([])
  const parts = [...deletedWith[table], ...left.map((each) => each.table)]
  const last = left.at(-1)
  return (
    <ConfirmDialog
      {...dialog}
      confirmLabel={last === undefined ? confirmLabel : `Delete with ${last.noun}`}
      onConfirm={async () => {
        try {
          await deleteWithReferences(table, id, parts)
        } catch (error) {
          if (error instanceof StillReferenced) setLeft([...left, error])
          throw error
        }
        onDeleted()
      }}
    />
  )
}
