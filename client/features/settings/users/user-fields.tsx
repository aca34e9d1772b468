import { useController, type Control } from 'react-hook-form'
import { TextField } from '#client/ui/form/text-field.tsx'
import { RoleChoice } from './role-choice.tsx'
import type { UserForm } from './user-form.ts'

interface UserFieldsProps {
  readonly control: Control<UserForm>
  /** Without them the fields of the account are left out: another service keeps it. */
  readonly hasAccount: boolean
  readonly roleLockedReason?: string | undefined
}

/** First name, last name, email and role (ledger SET-96). */
export function UserFields({ control, hasAccount, roleLockedReason }: UserFieldsProps) {
  const { field: role } = useController({ control, name: 'role' })
  return (
    <>
      {hasAccount ? (
        <>
          <TextField control={control} name="firstName" label="First name" maxLength={100} />
          <TextField control={control} name="lastName" label="Last name" maxLength={100} />
          <TextField control={control} name="email" label="Email" type="email" maxLength={254} />
        </>
      ) : null}
      <RoleChoice value={role.value} lockedReason={roleLockedReason} onChange={role.onChange} />
    </>
  )
}
