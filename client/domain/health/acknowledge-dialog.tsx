import { z } from 'zod'
import { noteMax } from '#shared/health/acknowledgement.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import { resolveZone } from '#client/lib/time/format-time.ts'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { FormField } from '#client/ui/form/form-field.tsx'
import { Segmented } from '#client/ui/form/segmented.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'
import { toUntil, untilChoices } from './acknowledge-until.ts'
import { acknowledgeCheck } from './acknowledgement-api.ts'

const schema = z.object({
  note: z.string().trim().max(noteMax, `At most ${noteMax} characters`),
  until: z.enum(['1h', '4h', 'morning', 'recovery']),
})

interface AcknowledgeDialogProps {
  readonly check: { readonly id: string; readonly name: string }
  readonly onDone: () => void
  readonly onClose: () => void
}

export function AcknowledgeDialog({ check: { id, name }, onDone, onClose }: AcknowledgeDialogProps) {
  const zone = usePreferences(({ timeZone }) => resolveZone(timeZone))
  const { form, isSaving, error, submit } = useEditForm({
    schema,
    initial: { note: '', until: '4h' },
    save: ({ note, until }) => acknowledgeCheck(id, { note, until: toUntil(until, serverNow(), zone) }),
    onSaved: () => {
      showToast('success', `${name} is acknowledged`)
      onDone()
      onClose()
    },
  })
  const { control } = form
  return (
    <FormDialog
      title={`Acknowledge ${name}`}
      label="Acknowledge check"
      isSaving={isSaving}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        control={control}
        name="note"
        label="Note"
        help="Shown to everyone. Notifications are still sent; silence the check to stop them."
      />
      <FormField control={control} name="until" label="Until">
        {({ value, onChange }) => <Segmented label="Until" options={untilChoices} value={value} onChange={onChange} />}
      </FormField>
    </FormDialog>
  )
}
