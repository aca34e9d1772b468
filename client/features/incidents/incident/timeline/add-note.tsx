import { useMemo, useState } from 'react'
import { addNoteRoute } from '#shared/incidents/timeline-routes.ts'
import { textDraftSchema } from '#client/features/incidents/incident/drafts.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { EditForm } from '#client/ui/form/edit-form.tsx'
import { MomentPicker } from '#client/ui/form/moment-picker.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'
import { addNote } from './timeline-api.ts'

const initial = { text: '' }

interface AddNoteProps {
  readonly incidentId: string
  readonly missing: string | undefined
}

export function AddNote({ incidentId, missing }: AddNoteProps) {
  const [at, setAt] = useState('now')
  const { clock } = useClockFormats()
  const schema = useMemo(() => textDraftSchema.extend({ text: addNoteRoute.body.shape.says }), [])
  const { form, isSaving, error, submit } = useEditForm({
    schema,
    initial,
    draft: { key: `timeline line ${incidentId}`, version: 1, schema: textDraftSchema },
    canSave: () => missing === undefined,
    save: ({ text }) => addNote(incidentId, at === 'now' ? new Date(serverNow()).toISOString() : at, text),
    onSaved: () => {
      form.reset(initial)
      setAt('now')
    },
  })
  return (
    <>
      <EditForm label="Add entry" className="add-note" isSaving={isSaving} onSubmit={submit}>
        <TextField control={form.control} name="text" label="Description" placeholder="Called the provider" />
        <MomentPicker label="Time of the event" hasNow onChoose={setAt}>
          {at === 'now' ? 'now' : clock(Date.parse(at))}
        </MomentPicker>
        <Button busy={isSaving} disabled={missing !== undefined} disabledReason={missing} onClick={submit}>
          Add entry
        </Button>
      </EditForm>
      {error === null ? null : <ErrorPanel error={error} detailsHidden />}
    </>
  )
}
