import { Radio, RadioGroup } from '@blueprintjs/core'
import { roles, type Role } from '#shared/access/roles.ts'

interface RoleChoiceProps {
  readonly value: string
  readonly lockedReason?: string | undefined
  readonly onChange: (role: string) => void
}

const meanings: Readonly<Record<Role, string>> = {
  admin: 'reads and writes everything',
  editor: 'writes all except connections, users and roles',
  commander: 'as viewer, plus writes incidents',
  responder: 'as viewer, plus writes incidents',
  viewer: 'reads all except connections, users and roles',
  guest: 'as viewer',
}

export function RoleChoice({ value, lockedReason, onChange }: RoleChoiceProps) {
  return (
    <fieldset className="role-choice">
      <legend>Role</legend>
      <RadioGroup selectedValue={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {roles.map((role) => (
          <Radio
            key={role}
            value={role}
            disabled={lockedReason !== undefined && role !== value}
            labelElement={
              <span className="role-choice-label">
                <span>{role}</span>
                <span className="dim">{meanings[role]}</span>
              </span>
            }
          />
        ))}
      </RadioGroup>
      {lockedReason === undefined ? null : <p className="field-help">{lockedReason}</p>}
    </fieldset>
  )
}
