import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '#client/api/session/whoami.ts'
import { onCallKey, type OnCallTeam } from '#client/domain/on-call/on-call-api.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import { resolveZone } from '#client/lib/time/format-time.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { EditForm } from '#client/ui/form/edit-form.tsx'
import { FormField } from '#client/ui/form/form-field.tsx'
import { OptionSelect } from '#client/ui/form/option-select.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { zoneOptions } from '#client/ui/form/zone-options.ts'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'
import { deleteRotation, saveRotation } from './on-call-writes.ts'
import { toRotationForm, rotationFormSchema, createRotationSchema } from './rotation-form.ts'
import { RotationOrder } from './rotation-order.tsx'

const lengths = [
  { value: '1', label: '1 day' },
  { value: '7', label: '1 week' },
  { value: '14', label: '2 weeks' },
  { value: '28', label: '4 weeks' },
]

interface RotationFieldsProps {
  readonly team: OnCallTeam
  readonly missing: string | undefined
}

export function RotationFields({ team, missing }: RotationFieldsProps) {
  const by = useSession()?.user.id ?? ''
  const client = useQueryClient()
  const zone = usePreferences(({ timeZone }) => resolveZone(timeZone))
  const { rotation } = team.plan
  const [openedAtMs] = useState(serverNow)
  const [isEnding, setEnding] = useState(false)
  const refresh = () => void client.invalidateQueries({ queryKey: onCallKey })
  const edited = useEditForm({
    schema: createRotationSchema(team.id),
    initial: toRotationForm(rotation, zone, openedAtMs),
    draft: { key: `on call ${team.id}`, version: 1, schema: rotationFormSchema },
    save: (values) => saveRotation(values, rotation === null, by),
    onSaved: () => {
      showToast('success', 'Rotation saved')
      refresh()
    },
  })
  const { form, isSaving, isChanged, error, submit, giveUp } = edited
  const { control } = form
  return (
    <section aria-label="Rotation">
      <h2>Rotation</h2>
      <EditForm label="Save rotation" className="on-call-fields" isSaving={isSaving} onSubmit={submit}>
        <FormField control={control} name="people" label="Order">
          {({ value, onChange, ref }) => (
            <RotationOrder people={team.people} order={value} onChange={onChange} firstRef={ref} />
          )}
        </FormField>
        <div className="on-call-pair">
          <FormField control={control} name="shiftDays" label="Shift length">
            {(field) => <OptionSelect {...field} fill options={lengths} none="Choose a length" />}
          </FormField>
          <TextField control={control} name="handOver" label="Handover time" type="time" className="tabular" />
        </div>
        <div className="on-call-pair">
          <TextField control={control} name="startsOn" label="First day" type="date" className="tabular" />
          <FormField control={control} name="zone" label="Time zone">
            {(field) => <OptionSelect {...field} fill options={zoneOptions()} none="Choose a time zone" />}
          </FormField>
        </div>
      </EditForm>
      {error === null ? null : <ErrorPanel error={error} detailsHidden meaning="Nothing was changed." />}
      <div className="on-call-acts">
        {rotation === null ? null : (
          <Button look="minimal" disabledReason={missing} onClick={() => setEnding(true)}>
            Remove rotation
          </Button>
        )}
        {isChanged ? <Button onClick={giveUp}>Discard changes</Button> : null}
        <Button look="primary" busy={isSaving} disabledReason={missing} onClick={submit}>
          Save rotation
        </Button>
      </div>
      {isEnding ? (
        <ConfirmDialog
          title={`Remove the rotation of ${team.name}?`}
          confirmLabel="Remove rotation"
          onConfirm={async () => {
            await deleteRotation(team.id)
            refresh()
          }}
          onClose={() => setEnding(false)}
        >
          <p>Rules that notify the person on call for {team.name} will notify the whole team instead.</p>
        </ConfirmDialog>
      ) : null}
    </section>
  )
}
