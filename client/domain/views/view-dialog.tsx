import { z } from 'zod'
import { useSession } from '#client/api/session/whoami.ts'
import { viewNameMax, type SavedView } from '#shared/views/saved-view.ts'
import { canShareViews } from '#shared/views/view-rights.ts'
import { currentQuery, type ViewState } from '#client/lib/address/view-address.ts'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { SwitchField } from '#client/ui/form/switch-field.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'
import { useViewChanges } from './views-api.ts'

const schema = z.object({
  name: z.string().trim().min(1, 'Enter a name').max(viewNameMax, `At most ${viewNameMax} characters`),
  isShared: z.boolean(),
  isUpdated: z.boolean(),
})

interface ViewDialogProps {
  readonly page: string
  readonly view: SavedView | null
  readonly state?: ViewState
  readonly onClose: () => void
}

export function ViewDialog({ page, view, state, onClose }: ViewDialogProps) {
  const { save, change } = useViewChanges()
  const session = useSession()
  const { form, isSaving, error, submit } = useEditForm({
    schema,
    initial: { name: view?.name ?? '', isShared: view?.isShared ?? false, isUpdated: false },
    save: ({ name, isShared, isUpdated }) => {
      const query = currentQuery(state)
      return view === null
        ? save({ name, page, query, isShared })
        : change(view.id, { name, isShared, ...(isUpdated && { query }) })
    },
    onSaved: () => {
      showToast('success', view === null ? 'View saved' : 'View updated')
      onClose()
    },
  })
  const { control } = form
  return (
    <FormDialog
      title={view === null ? 'Save view' : 'Edit view'}
      label="Save view"
      isSaving={isSaving}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField control={control} name="name" label="Name" help="Shown in the sidebar" />
      {session !== undefined && canShareViews(session) ? (
        <SwitchField control={control} name="isShared" label="Share with everyone" />
      ) : null}
      {view === null ? null : (
        <SwitchField control={control} name="isUpdated" label="Replace with the current filters" />
      )}
    </FormDialog>
  )
}
