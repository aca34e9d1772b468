import { TextArea } from '@blueprintjs/core'
import { addStatusUpdateRoute } from '#shared/incidents/status-page-routes.ts'
import { call } from '#client/api/call.ts'
import { statusUpdateDraft } from '#client/features/incidents/incident/drafts.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { EditForm } from '#client/ui/form/edit-form.tsx'
import { FormField } from '#client/ui/form/form-field.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'

interface AddUpdateProps {
  readonly id: string
  readonly impact: string
  readonly missing: string | undefined
  readonly onAdded: () => void
}

export function AddUpdate({ id, impact, missing, onAdded }: AddUpdateProps) {
  const { form, isSaving, error, submit } = useEditForm({
    schema: addStatusUpdateRoute.body,
    initial: { text: '', impact },
    draft: statusUpdateDraft(id),
    canSave: () => missing === undefined,
    save: (body) => call(addStatusUpdateRoute, { params: { id }, body }),
    onSaved: (_, { impact: savedImpact }) => {
      form.reset({ text: '', impact: savedImpact })
      onAdded()
    },
  })
  return (
    <>
      <EditForm label="Publish update" className="waiting-add" isSaving={isSaving} onSubmit={submit}>
        <TextField control={form.control} name="impact" label="Impact" placeholder="Card payments in the EU are slow" />
        <FormField control={form.control} name="text" label="Update">
          {({ ref, ...field }) => (
            <TextArea
              {...field}
              inputRef={ref}
              fill
              rows={3}
              placeholder="Current findings, and when to expect the next update"
            />
          )}
        </FormField>
        <Button busy={isSaving} disabled={missing !== undefined} disabledReason={missing} onClick={submit}>
          Publish
        </Button>
      </EditForm>
      {error === null ? null : <ErrorPanel error={error} detailsHidden />}
    </>
  )
}
