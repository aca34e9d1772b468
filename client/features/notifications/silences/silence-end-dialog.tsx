import { useMemo } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { resolveZone } from '#client/lib/time/format-time.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { EditForm } from '#client/ui/form/edit-form.tsx'
import { FormField } from '#client/ui/form/form-field.tsx'
import { OptionSelect } from '#client/ui/form/option-select.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'
import { Modal } from '#client/ui/layout/modal.tsx'
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
    <Modal
      title={`Change end of ${name}`}
      size="very-small"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={isSaving} onClick={submit}>
            Change end
          </Button>
        </>
      }
    >
      <EditForm label="Change end" className="notification-fields" isSaving={isSaving} onSubmit={submit}>
        <FormField control={control} name="until" label="Duration from now">
          {(field) => <OptionSelect {...field} fill options={silenceDurations} none="Choose a duration" />}
        </FormField>
        {form.watch('until') === 'other' ? (
          <TextField control={control} name="other" label="Until" placeholder="tomorrow 18:00 or now+90m" />
        ) : null}
      </EditForm>
      {error === null ? null : <ErrorPanel error={error} detailsHidden />}
    </Modal>
  )
}
