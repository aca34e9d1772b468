import { Field } from '#client/ui/form/field.tsx'
import { RoleChoice } from './role-choice.tsx'
import type { UserErrors } from './user-form.ts'
import type { UserForm } from './users-api.ts'

interface UserFieldsProps {
  readonly value: UserForm
  readonly errors: UserErrors
  /** Without them the fields of the account are left out: another service keeps it. */
  readonly hasAccount: boolean
  readonly roleLockedReason?: string | undefined
  readonly onChange: (value: UserForm) => void
}

const texts = [
  { name: 'firstName', label: 'First name', kind: 'text' },
  { name: 'lastName', label: 'Last name', kind: 'text' },
  { name: 'email', label: 'Email', kind: 'email' },
] as const

/** First name, last name, email and role (ledger SET-96). */
export function UserFields({ value, errors, hasAccount, roleLockedReason, onChange }: UserFieldsProps) {
  return (
    <div className="user-fields">
      {hasAccount
        ? texts.map(({ name, label, kind }) => (
            <Field key={name} label={label} error={errors[name]}>
              {({ id, describedBy }) => (
                <input
                  id={id}
                  className="bp6-input"
                  type={kind}
                  name={name}
                  maxLength={kind === 'email' ? 254 : 100}
                  autoComplete="off"
                  aria-describedby={describedBy}
                  aria-invalid={errors[name] !== undefined}
                  value={value[name]}
                  onChange={(event) => onChange({ ...value, [name]: event.currentTarget.value })}
                />
              )}
            </Field>
          ))
        : null}
      <RoleChoice
        value={value.role}
        lockedReason={roleLockedReason}
        onChange={(role) => onChange({ ...value, role })}
      />
    </div>
  )
}
