import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { askOutwardRoute, outwardKinds, type OutwardKind } from '#shared/incidents/outward-routes.ts'
import { call } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { EditForm } from '#client/ui/form/edit-form.tsx'
import { FormField } from '#client/ui/form/form-field.tsx'
import { OptionSelect } from '#client/ui/form/option-select.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'

const kindTexts: Readonly<Record<OutwardKind, { readonly name: string; readonly to: string; readonly like: string }>> =
  {
    email: { name: 'Email', to: 'Email address', like: 'ann@example.org' },
    slack: { name: 'Slack', to: 'Channel', like: '#payments' },
    jira: { name: 'Jira', to: 'Project key', like: 'PAY' },
  }
const options = outwardKinds.map((value) => ({ value, label: kindTexts[value].name }))
const draftSchema = z.object({ kind: z.enum(outwardKinds), to: z.string(), connection: z.string(), asked: z.string() })

interface AskOutwardProps {
  readonly incidentId: string
  readonly onSent: () => void
}

export function AskOutward({ incidentId, onSent }: AskOutwardProps) {
  const { form, isSaving, error, submit } = useEditForm({
    schema: askOutwardRoute.body,
    initial: { kind: 'email', to: '', connection: '', asked: '' },
    draft: { key: `outward responder ${incidentId}`, version: 1, schema: draftSchema },
    save: (body) => call(askOutwardRoute, { params: { id: incidentId }, body }),
    onSaved: onSent,
  })
  const { control } = form
  const kind = useWatch({ control, name: 'kind' })
  const { to, like } = kindTexts[outwardKinds.find((each) => each === kind) ?? 'email']
  return (
    <>
      <EditForm label="Request external help" className="add-responder" isSaving={isSaving} onSubmit={submit}>
        <FormField control={control} name="kind" label="Channel type">
          {(field) => <OptionSelect {...field} fill options={options} none="Choose one" />}
        </FormField>
        <TextField control={control} name="to" label={to} placeholder={like} />
        <TextField
          control={control}
          name="connection"
          label="Connection"
          placeholder={kind === 'email' ? 'mail server of this console' : 'connection name'}
        />
        <TextField control={control} name="asked" label="Request" />
        <Button look="primary" busy={isSaving} onClick={submit}>
          Send request
        </Button>
      </EditForm>
      {error === null ? null : <ErrorPanel error={error} detailsHidden />}
    </>
  )
}
