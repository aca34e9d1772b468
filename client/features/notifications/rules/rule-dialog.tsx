import { TextArea } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { notificationEvents } from '#shared/notifications/notification-values.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { EditFoot } from '#client/ui/form/edit-foot.tsx'
import { EditForm } from '#client/ui/form/edit-form.tsx'
import { FormField } from '#client/ui/form/form-field.tsx'
import { OptionSelect } from '#client/ui/form/option-select.tsx'
import { Segmented } from '#client/ui/form/segmented.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'
import { Modal } from '#client/ui/layout/modal.tsx'
import {
  emptyRule,
  formOf,
  formSchema,
  previewedOf,
  ruleOf,
  ruleSchema,
  type RecipientKind,
  type RuleForm,
} from './rule-form.ts'
import { RulePreview } from './rule-preview.tsx'
import { readRule, recipientsQuery, rulesKey, saveRule } from './rules-api.ts'

const relations = {
  connection: 'connections_list',
  person: 'people',
  team: 'teams',
  onCall: 'teams',
  playbook: 'playbooks',
} as const
const kindOptions = (): readonly { readonly value: RecipientKind; readonly label: string }[] => [
  { value: 'connection', label: 'Connection' },
  { value: 'url', label: 'Address' },
  { value: 'person', label: 'Person' },
  { value: 'team', label: 'Team' },
  ...(hasOwnBackend() ? [{ value: 'onCall', label: 'On call' } as const] : []),
  { value: 'playbook', label: 'Playbook' },
]

interface RuleDialogProps {
  /** Null for a new one. */
  readonly id: string | null
  readonly onClose: () => void
}

/** A rule to add or to change; one that is there is read first, whole. */
export function RuleDialog({ id, onClose }: RuleDialogProps) {
  const { data, error, refetch } = useQuery({
    queryKey: [...rulesKey, 'one', id],
    queryFn: ({ signal }) => (id === null ? null : readRule(id, signal)),
    enabled: id !== null,
    gcTime: 0,
    meta: { failsOnPage: true },
  })
  if (id === null) return <RuleFields id={id} initial={emptyRule} onClose={onClose} />
  if (data) return <RuleFields id={id} initial={formOf(data)} onClose={onClose} />
  return (
    <Modal title="Rule" onClose={onClose}>
      {error === null ? (
        <SkeletonRows label="Loading the rule" rows={6} />
      ) : (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      )}
    </Modal>
  )
}

function Recipients({
  kind,
  ...field
}: { readonly kind: keyof typeof relations } & Omit<React.ComponentProps<typeof OptionSelect>, 'options' | 'none'>) {
  const { data = [] } = useQuery(recipientsQuery(relations[kind]))
  return <OptionSelect {...field} fill options={data} none="Choose one" />
}

type Form = UseFormReturn<RuleForm, unknown, RuleForm>

function Events({ control }: Pick<Form, 'control'>) {
  return (
    <FormField control={control} name="events" label="Events">
      {({ value, onChange, ref }) => (
        <fieldset className="rule-events" aria-label="Events">
          {notificationEvents.map((event, index) => (
            <label key={event}>
              <input
                type="checkbox"
                {...(index === 0 && { ref })}
                checked={value.includes(event)}
                onChange={({ currentTarget: { checked } }) =>
                  onChange(checked ? [...value, event] : value.filter((each) => each !== event))
                }
              />
              {event}
            </label>
          ))}
        </fieldset>
      )}
    </FormField>
  )
}

/** Of which kind the recipient is, and which one. */
function RecipientFields({ form }: { readonly form: Form }) {
  const { control } = form
  const kind = useWatch({ control, name: 'kind' })
  return (
    <>
      <FormField control={control} name="kind" label="Recipient">
        {({ value, onChange }) => (
          <Segmented
            label="Recipient"
            value={value}
            options={kindOptions()}
            onChange={(next) => {
              onChange(next)
              form.setValue('to', '')
            }}
          />
        )}
      </FormField>
      {kind === 'url' ? (
        <TextField
          control={control}
          name="to"
          label="Address"
          className="mono"
          placeholder="https://hooks.example.org/…"
        />
      ) : (
        <FormField
          key={kind}
          control={control}
          name="to"
          label="To"
          help={kind === 'onCall' ? 'Whoever of this team is on call when the message goes' : undefined}
        >
          {(field) => <Recipients kind={kind} {...field} />}
        </FormField>
      )}
    </>
  )
}

const times = [
  { name: 'repeat', label: 'Repeat interval', placeholder: '4h', help: 'The same again no sooner than that' },
  { name: 'wait', label: 'Wait for', placeholder: '1m', help: 'Only if it lasts that long' },
  { name: 'evaluation', label: 'Evaluation period', placeholder: '30s', help: 'And goes on for that long' },
] as const

/** When a message goes. */
function Times({ control }: Pick<Form, 'control'>) {
  return (
    <div className="rule-times">
      {times.map((field) => (
        <TextField key={field.name} control={control} {...field} />
      ))}
    </div>
  )
}

/** What is sent, where it is not the usual. */
function Texts({ control }: Pick<Form, 'control'>) {
  return (
    <>
      <TextField
        control={control}
        name="title"
        label="Title"
        placeholder="{{.name}} fails"
        help="A Go template; empty for the usual one"
      />
      <FormField
        control={control}
        name="template"
        label="Message"
        help="A Go template over the same values, event and permalink; empty for the usual one"
      >
        {({ ref, ...field }) => (
          <TextArea {...field} inputRef={ref} fill rows={4} className="mono" spellCheck={false} />
        )}
      </FormField>
    </>
  )
}

function RuleFields({ id, initial, onClose }: RuleDialogProps & { readonly initial: RuleForm }) {
  const by = useSession()?.user.id ?? ''
  const client = useQueryClient()
  const { data: teams = [] } = useQuery({ ...recipientsQuery('teams'), enabled: hasOwnBackend() })
  const edited = useEditForm({
    schema: ruleSchema,
    initial,
    draft: { key: `notification rule ${id ?? 'new'}`, version: 2, schema: formSchema },
    save: (rule) => saveRule(id, ruleOf(rule, teams.find(({ value }) => value === rule.to)?.label), by),
    onSaved: () => {
      showToast('success', id === null ? 'Notification created successfully' : 'Notification updated successfully')
      void client.invalidateQueries({ queryKey: rulesKey })
      onClose()
    },
  })
  const { form, isSaving, error, submit } = edited
  const { control } = form
  return (
    <Modal
      size={hasOwnBackend() ? 'full' : 'medium'}
      title={id === null ? 'Add rule' : 'Edit rule'}
      onClose={onClose}
      foot={<EditFoot edited={edited} act="Save rule" onClose={onClose} />}
    >
      <div className="rule-columns">
        <EditForm label="Save rule" className="notification-fields" isSaving={isSaving} onSubmit={submit}>
          <TextField control={control} name="name" label="Name" placeholder="payments-page" />
          <Events control={control} />
          <TextField
            control={control}
            name="filter"
            label="Filter"
            className="mono"
            placeholder={'check.type == "http" && labels.env == "production"'}
            help="CEL over check, canary, config, component, labels and tags; empty for every event"
            spellCheck={false}
          />
          <RecipientFields form={form} />
          <Times control={control} />
          <TextField
            control={control}
            name="groupBy"
            label="Group by"
            className="mono"
            placeholder="type, label:app"
            help="One message for all that share these"
            spellCheck={false}
          />
          <Texts control={control} />
        </EditForm>
        {hasOwnBackend() ? (
          <RulePreview
            rule={previewedOf(form.watch())}
            onFilter={(filter) => form.setValue('filter', filter, { shouldDirty: true })}
          />
        ) : null}
      </div>
      {error === null ? null : <ErrorPanel error={error} detailsHidden />}
    </Modal>
  )
}
