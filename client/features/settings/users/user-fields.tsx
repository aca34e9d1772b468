import { useController, type Control } from 'react-hook-form'
import { TextField } from '#client/ui/form/text-field.tsx'
import { RoleChoice } from './role-choice.tsx'
import type { UserForm } from './user-form.ts'

interface UserFieldsProps {
  readonly control: Control<UserForm>
  readonly hasAccount: boolean
  readonly roleLockedReason?: string | undefined
}

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
