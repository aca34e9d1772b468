import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { readMoment, typedMoment, type TypingSettings } from '#shared/time-range/typed-moment.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { onCallKey, type OnCallTeam } from '#client/domain/on-call/on-call-api.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import { resolveZone } from '#client/lib/time/format-time.ts'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { EditFoot } from '#client/ui/form/edit-foot.tsx'
import { EditForm } from '#client/ui/form/edit-form.tsx'
import { FormField } from '#client/ui/form/form-field.tsx'
import { OptionSelect } from '#client/ui/form/option-select.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'
import { Modal } from '#client/ui/layout/modal.tsx'
import { addOverride, type OverrideToAdd } from './on-call-writes.ts'

const formSchema = z.object({ person: z.string(), from: z.string(), until: z.string() })

const createSchema = (teamId: string, timeZone: string) =>
  formSchema.transform(({ person, from, until }, context): OverrideToAdd => {
    const typingContext: TypingSettings = { timeZone, lean: 'future' }
    const addError = (path: keyof z.infer<typeof formSchema>, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const [begins, ends] = [from, until].map((text) =>
      readMoment(text, 'from', { ...typingContext, now: new Date(serverNow()) }),
    )
    if (person === '') addError('person', 'Choose a person')
    if (begins?.kind === 'unclear') addError('from', begins.message)
    if (ends?.kind === 'unclear') addError('until', ends.message)
    if (begins === undefined || ends === undefined || begins.kind === 'unclear' || ends.kind === 'unclear')
      return z.NEVER
    if (ends.at <= begins.at) addError('until', 'The end must be after the start')
    else if (ends.at.getTime() <= serverNow()) addError('until', 'The end is in the past')
    return { team_id: teamId, person_id: person, from: begins.at.toISOString(), until: ends.at.toISOString() }
  })

interface OverrideDialogProps {
  readonly team: OnCallTeam
  readonly fromMs: number
  readonly untilMs: number
  readonly onClose: () => void
}

export function OverrideDialog({ team, fromMs, untilMs, onClose }: OverrideDialogProps) {
  const by = useSession()?.user.id ?? ''
  const client = useQueryClient()
  const zone = usePreferences(({ timeZone }) => resolveZone(timeZone))
  const edited = useEditForm({
    schema: createSchema(team.id, zone),
    initial: {
      person: '',
      from: typedMoment(new Date(fromMs), zone),
      until: typedMoment(new Date(untilMs), zone),
    },
    save: (override) => addOverride(override, by),
    onSaved: () => {
      showToast('success', 'Override saved')
      void client.invalidateQueries({ queryKey: onCallKey })
      onClose()
    },
  })
  const { form, isSaving, error, submit } = edited
  const { control } = form
  return (
    <Modal
      title={`Override for ${team.name}`}
      size="very-small"
      onClose={onClose}
      foot={<EditFoot edited={edited} act="Save override" onClose={onClose} />}
    >
      <EditForm label="Save override" className="on-call-fields" isSaving={isSaving} onSubmit={submit}>
        <FormField control={control} name="person" label="Person">
          {(field) => (
            <OptionSelect
              {...field}
              fill
              options={team.people.map(({ id, name }) => ({ value: id, label: name }))}
              none="Choose a person"
            />
          )}
        </FormField>
        <TextField control={control} name="from" label="From" className="tabular" placeholder="friday 18:00" />
        <TextField
          control={control}
          name="until"
          label="Until"
          className="tabular"
          placeholder="monday 09:00"
          help={`Times in ${zone}`}
        />
      </EditForm>
      {error === null ? null : <ErrorPanel error={error} detailsHidden meaning="The override was not saved." />}
    </Modal>
  )
}
