import { useMemo } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { resolveZone } from '#client/lib/time/format-time.ts'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { FormField } from '#client/ui/form/form-field.tsx'
import { OptionSelect } from '#client/ui/form/option-select.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'
import { silenceDurations } from './silence-durations.ts'
import { createEndSchema, formatEnd } from './silence-end.ts'
import { changeSilenceEnd, silencesKey, type Silence } from './silences-api.ts'

interface SilenceEndDialogProps {
  readonly silence: Pick<Silence, 'id' | 'name' | 'until'>
  readonly onClose: () => void
}

export function SilenceEndDialog({ silence: { id, name, until }, onClose }: SilenceEndDialogProps) {
  const client = useQueryClient()
  const timeZone = resolveZone(usePreferences((preferences) => preferences.timeZone))
  const schema = useMemo(() => createEndSchema(timeZone), [timeZone])
  const { form, isSaving, error, submit } = useEditForm({
    schema,
    initial: { until: until === null ? 'indefinitely' : 'other', other: formatEnd(until, timeZone) },
    save: (end) => changeSilenceEnd(id, end),
    onSaved: () => {
      showToast('success', 'Silence updated successfully')
      void client.invalidateQueries({ queryKey: silencesKey })
      onClose()
    },
  })
  const { control } = form
  return (
    <FormDialog
      title={`Change end of ${name}`}
      label="Change end"
      className="notification-fields"
      isSaving={isSaving}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormField control={control} name="until" label="Duration from now">
        {(field) => <OptionSelect {...field} fill options={silenceDurations} none="Choose a duration" />}
      </FormField>
      {form.watch('until') === 'other' ? (
        <TextField control={control} name="other" label="Until" placeholder="tomorrow 18:00 or now+90m" />
      ) : null}
    </FormDialog>
  )
}
