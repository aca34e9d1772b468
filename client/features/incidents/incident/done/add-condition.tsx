import { z } from 'zod'
import { useSession } from '#client/api/session/whoami.ts'
import type { Hypothesis } from '#client/features/incidents/incident/incident-view.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { EditForm } from '#client/ui/form/edit-form.tsx'
import { FormField } from '#client/ui/form/form-field.tsx'
import { OptionSelect } from '#client/ui/form/option-select.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'
import { usualScript } from './conditions.ts'
import { addScripted, addTicked } from './done-api.ts'

const formSchema = z.object({ evidenceId: z.string(), text: z.string() })
const conditionSchema = formSchema.extend({
  text: z.string().trim().min(1, 'Enter a condition').max(2_000, 'Use at most 2,000 characters.'),
})
const initial = { evidenceId: '', text: '' }

interface AddConditionProps {
  readonly incidentId: string
  readonly hypotheses: readonly Hypothesis[]
  readonly onAdded: () => void
}

export function AddCondition({ incidentId, hypotheses, onAdded }: AddConditionProps) {
  const by = useSession()?.user.id ?? ''
  const [root] = hypotheses
  const evidences = hypotheses.flatMap((hypothesis) => hypothesis.evidences).filter((each) => !each.definition_of_done)
  const { form, isSaving, error, submit } = useEditForm({
    schema: conditionSchema,
    initial,
    draft: { key: `condition ${incidentId}`, version: 1, schema: formSchema },
    save: ({ evidenceId, text }) =>
      evidenceId === '' ? addTicked(root?.id ?? '', text, by) : addScripted(evidenceId, text),
    onSaved: onAdded,
  })
  const isScripted = form.watch('evidenceId') !== ''
  const choose = (id: string) => {
    const before = evidences.find((each) => each.id === form.getValues('evidenceId'))
    const chosen = evidences.find((each) => each.id === id)
    const text = form.getValues('text')
    form.setValue('evidenceId', id, { shouldDirty: true })
    // Replaces the text only if it is empty or still the suggested script.
    if (text === '' || (before !== undefined && text === usualScript(before)))
      form.setValue('text', chosen === undefined ? '' : usualScript(chosen), { shouldDirty: true })
  }
  return (
    <>
      <EditForm label="Add condition" className="add-condition" isSaving={isSaving} onSubmit={submit}>
        <FormField control={form.control} name="evidenceId" label="Decided by">
          {(field) => (
            <OptionSelect
              {...field}
              fill
              onChange={choose}
              none="hand"
              options={evidences.map(({ id, description, checks: check }) => ({
                value: id,
                label: check?.name ?? description,
              }))}
            />
          )}
        </FormField>
        <TextField
          control={form.control}
          name="text"
          label={isScripted ? 'Done when' : 'Condition'}
          help={
            isScripted
              ? 'CEL expression that returns true or false, evaluated every minute and when the evidence changes'
              : undefined
          }
          {...(isScripted && { className: 'mono', spellCheck: false })}
        />
        <Button look="primary" busy={isSaving} onClick={submit}>
          Add condition
        </Button>
      </EditForm>
      {error === null ? null : <ErrorPanel error={error} detailsHidden />}
    </>
  )
}
