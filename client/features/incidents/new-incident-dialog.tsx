import { TextArea } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { z } from 'zod'
import { useSession } from '#client/api/session/whoami.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { EditFoot } from '#client/ui/form/edit-foot.tsx'
import { EditForm } from '#client/ui/form/edit-form.tsx'
import { FormField } from '#client/ui/form/form-field.tsx'
import { OptionSelect } from '#client/ui/form/option-select.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'
import { Modal } from '#client/ui/layout/modal.tsx'
import { severityOptions, typeOptions } from './incident-options.ts'
import { incidentsKey } from '#client/domain/incidents/incidents-key.ts'
import { openIncident } from './incidents-api.ts'

const formSchema = z.object({ title: z.string(), description: z.string(), severity: z.string(), type: z.string() })
const required = 'This field is required'
const incidentSchema = formSchema.extend({
  title: z.string().trim().min(1, required).max(300, 'Use at most 300 characters. Put details in the description.'),
  description: z.string().trim().max(20_000, 'Use at most 20,000 characters.'),
  severity: z.string().min(1, 'Please select incident severity'),
  type: z.string().min(1, 'Please select an incident type'),
})

const initial = { title: '', description: '', severity: '', type: '' }
const draft = { key: 'incident new', version: 1, schema: formSchema }

export function NewIncidentDialog({ onClose }: { readonly onClose: () => void }) {
  const by = useSession()?.user.id ?? ''
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const edited = useEditForm({
    schema: incidentSchema,
    initial,
    draft,
    save: (incident) => openIncident(incident, by),
    onSaved: (id) => {
      showToast('success', 'Incident created successfully')
      void client.invalidateQueries({ queryKey: incidentsKey })
      onClose()
      if (id !== null) navigate(linkTo(routes.incident, { id }))
    },
  })
  const { form, isSaving, error, submit } = edited
  const { control } = form
  return (
    <Modal
      title="New incident"
      size="small"
      onClose={onClose}
      foot={
        <EditFoot edited={edited} act="Create incident" onClose={onClose}>
          <span className="incident-dialog-foot dim">
            You are its commander and communicator until you reassign these roles.
          </span>
        </EditFoot>
      }
    >
      <EditForm label="Create incident" className="incident-fields" isSaving={isSaving} onSubmit={submit}>
        <TextField control={control} name="title" label="Title" placeholder="What is affected, and for whom" />
        <FormField control={control} name="severity" label="Severity">
          {(field) => <OptionSelect {...field} fill options={severityOptions} none="Choose one" />}
        </FormField>
        <FormField control={control} name="type" label="Type">
          {(field) => <OptionSelect {...field} fill options={typeOptions} none="Choose one" />}
        </FormField>
        <FormField control={control} name="description" label="Description">
          {({ ref, ...field }) => <TextArea {...field} inputRef={ref} fill rows={4} />}
        </FormField>
      </EditForm>
      {error === null ? null : <ErrorPanel error={error} detailsHidden />}
    </Modal>
  )
}
