import { z } from 'zod'
import { formatRotation, parseRotation, toWallSlug, wallsPage } from '#shared/wall/named-wall.ts'
import { viewNameMax, type SavedView } from '#shared/views/saved-view.ts'
import { canShareViews } from '#shared/views/view-rights.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { useViewChanges, useViews, useWalls } from '#client/domain/views/views-api.ts'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { SwitchField } from '#client/ui/form/switch-field.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'
import { rotationSchema, toRotationForm } from './rotation-form.ts'
import { ViewsEditor } from './views-editor.tsx'
import { wallHref } from './wall-href.ts'

const schemaFor = (others: readonly SavedView[]) =>
  z.object({
    name: z
      .string()
      .trim()
      .max(viewNameMax, `At most ${viewNameMax} characters`)
      .refine((name) => toWallSlug(name) !== '', 'Enter a name with letters or digits')
      .refine(
        (name) => !others.some((other) => toWallSlug(other.name) === toWallSlug(name)),
        'Another wall has this name. Choose another one.',
      ),
    isShared: z.boolean(),
    views: rotationSchema(window.location.origin).min(1),
  })

const firstViews = [{ address: '/view/health', seconds: 30 }]

const findPrivate = (views: readonly SavedView[], rotation: readonly { readonly address: string }[]) =>
  views.filter(({ id, isShared }) => !isShared && rotation.some(({ address }) => address === `@${id}`))

interface WallDialogProps {
  readonly wall: SavedView | null
  readonly onClose: () => void
}

export function WallDialog({ wall, onClose }: WallDialogProps) {
  const { save, change } = useViewChanges()
  const session = useSession()
  const saved = useViews() ?? []
  const others = (useWalls() ?? []).filter(({ id }) => id !== wall?.id)
  const { form, isSaving, error, submit } = useEditForm({
    schema: schemaFor(others),
    initial: {
      name: wall?.name ?? '',
      isShared: wall?.isShared ?? false,
      views: toRotationForm(wall === null ? firstViews : parseRotation(wall.query)),
    },
    save: ({ name, isShared, views }) => {
      const query = formatRotation(views)
      return wall === null
        ? save({ name, page: wallsPage, query, isShared })
        : change(wall.id, { name, isShared, query })
    },
    onSaved: (_result, { name }) => {
      showToast('success', `Wall saved: ${wallHref(name)}`)
      onClose()
    },
  })
  const { control } = form
  const { name, isShared, views } = form.watch()
  const hidden = isShared ? findPrivate(saved, views) : []
  return (
    <FormDialog
      title={wall === null ? 'New wall' : 'Edit wall'}
      label="Save wall"
      size="medium"
      isSaving={isSaving}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        control={control}
        name="name"
        label="Name"
        help={`Address: ${window.location.origin}${wallHref(name)}`}
      />
      <ViewsEditor control={control} />
      {session !== undefined && canShareViews(session) ? (
        <SwitchField control={control} name="isShared" label="Share with everyone" />
      ) : null}
      {hidden.length === 0 ? null : (
        <p className="field-help" role="status">
          Only you see {hidden.map((view) => view.name).join(', ')}: other people’s screens leave it out until you share
          it.
        </p>
      )}
    </FormDialog>
  )
}
