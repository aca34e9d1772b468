import { useQuery } from '@tanstack/react-query'
import { OptionSelect } from '#client/ui/form/option-select.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { recipientsQuery } from './rules-api.ts'

const relations = {
  connection: 'connection',
  person: 'person',
  team: 'team',
  onCall: 'team',
  playbook: 'playbook',
} as const

interface RecipientChoiceProps {
  readonly kind: keyof typeof relations
  readonly to: string
  readonly error: string | undefined
  readonly disabled: boolean
  readonly onChange: (to: string) => void
}

const noneHelp = {
  connection: 'No connections yet. Choose Address, or add one under Settings › Connections.',
  person: 'No people yet. Invite them under Settings › Users.',
  team: 'No teams yet. Add one under Settings › Teams.',
  onCall: 'No teams yet. Add one under Settings › Teams.',
  playbook: 'No playbooks yet. Add one under Playbooks.',
} as const

export function RecipientChoice({ kind, to, error, disabled, onChange }: RecipientChoiceProps) {
  const { data = [], isSuccess } = useQuery(recipientsQuery(relations[kind]))
  const help =
    isSuccess && data.length === 0
      ? noneHelp[kind]
      : kind === 'onCall'
        ? 'The person on call for this team when the message is sent'
        : undefined
  return (
    <Field label="To" help={help} error={error}>
      {({ id, describedBy }) => (
        <OptionSelect
          id={id}
          fill
          options={disabled ? data.filter(({ value }) => value === to) : data}
          none="Choose a recipient"
          value={to}
          aria-describedby={describedBy}
          aria-invalid={error !== undefined}
          onChange={(next) => (disabled ? undefined : onChange(next))}
        />
      )}
    </Field>
  )
}
