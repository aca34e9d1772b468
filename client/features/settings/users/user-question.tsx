import type { UserRow } from '#shared/settings/user-row.ts'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { removeUser, resetSecondFactor, updateUser } from './users-api.ts'

export type UserAct = 'disable' | 'remove' | 'reset'

interface UserQuestionProps {
  readonly act: UserAct
  readonly user: UserRow
  readonly keepsAccount: boolean
  readonly onClose: (done: boolean) => void
}

const removal = (keepsAccount: boolean, name: string) =>
  keepsAccount
    ? `The account of ${name} is deleted: every session ends within seconds, and a new sign-in requires a new invitation. Past activity still shows their name.`
    : `${name} loses every role and all access here within seconds, until a role is assigned again. Their account at the identity service stays. Past activity still shows their name.`

const acts = {
  disable: {
    label: 'Disable user',
    meaning: (_keeps: boolean, name: string) =>
      `Every session of ${name} ends within seconds, and sign-in is blocked until the account is enabled again. Roles and second factors stay.`,
    run: (id: string) => updateUser(id, { active: false }),
    doneMessage: 'User updated successfully',
  },
  remove: { label: 'Remove user', meaning: removal, run: removeUser, doneMessage: 'User deleted successfully' },
  reset: {
    label: 'Reset second factor',
    meaning: (_keeps: boolean, name: string) =>
      `Authenticator app, recovery codes and security keys of ${name} are removed, and every session ends within seconds. Sign-in then needs only the password. Make sure that the request comes from ${name}.`,
    run: resetSecondFactor,
    doneMessage: 'User updated successfully',
  },
} as const

export function UserQuestion({ act, user, keepsAccount, onClose }: UserQuestionProps) {
  const { label, meaning, run, doneMessage } = acts[act]
  return (
    <ConfirmDialog
      title={`${label} ${user.name}?`}
      confirmLabel={label}
      onConfirm={async () => {
        await run(user.id)
        showToast('success', doneMessage)
        onClose(true)
      }}
      onClose={() => onClose(false)}
    >
      {meaning(keepsAccount, user.name)}
    </ConfirmDialog>
  )
}
