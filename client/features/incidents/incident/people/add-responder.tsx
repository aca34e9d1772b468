import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useSession } from '#client/api/session/whoami.ts'
import type { Incident } from '#client/features/incidents/incident/incident-view.ts'
import { peopleQuery, teamsQuery } from '#client/features/incidents/people-api.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { EditForm } from '#client/ui/form/edit-form.tsx'
import { FormField } from '#client/ui/form/form-field.tsx'
import { OptionSelect } from '#client/ui/form/option-select.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'
import { addResponder } from './responders-api.ts'

const formSchema = z.object({ who: z.string(), asked: z.string() })
const responderSchema = formSchema.extend({
  who: z.string().min(1, 'Choose a person or a team'),
  asked: z.string().trim().max(500, 'Use at most 500 characters.'),
})
const initial = { who: '', asked: '' }

interface AddResponderProps {
  readonly incident: Incident
  readonly onAdded: () => void
}

export function AddResponder({ incident, onAdded }: AddResponderProps) {
  const by = useSession()?.user.id ?? ''
  const people = useQuery(peopleQuery)
  const teams = useQuery(teamsQuery)
  const { form, isSaving, error, submit } = useEditForm({
    schema: responderSchema,
    initial,
    draft: { key: `responder ${incident.id}`, version: 1, schema: formSchema },
    save: ({ who, asked }) => {
      const [kind, id = ''] = who.split(' ')
      return addResponder(
        { incidentId: incident.id, who: { kind: kind === 'team' ? 'team' : 'person', id }, asked },
        by,
      )
    },
    onSaved: onAdded,
  })
  const assigned = new Set(incident.responders.flatMap(({ person, team }) => [person?.id, team?.id]))
  const options = [
    ...(people.data ?? []).map(({ id, name }) => ({ value: `person ${id}`, label: name, id })),
    ...(teams.data ?? []).map(({ id, name }) => ({ value: `team ${id}`, label: `${name} (team)`, id })),
  ].filter(({ id }) => !assigned.has(id))
  const failure = error ?? people.error ?? teams.error
  return (
    <>
      <EditForm label="Add responder" className="add-responder" isSaving={isSaving} onSubmit={submit}>
        <FormField control={form.control} name="who" label="Person or team">
          {(field) => <OptionSelect {...field} fill options={options} none="Choose one" />}
        </FormField>
        <TextField control={form.control} name="asked" label="Request" />
        <Button look="primary" busy={isSaving} onClick={submit}>
          Request help
        </Button>
      </EditForm>
      {failure === null ? null : <ErrorPanel error={failure} detailsHidden />}
    </>
  )
}
