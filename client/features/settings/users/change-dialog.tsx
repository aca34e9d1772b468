import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { isLastAdministrator, type UserRow } from '#shared/settings/user-row.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { EditForm } from '#client/ui/form/edit-form.tsx'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'
import { Modal } from '#client/ui/layout/modal.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { Properties } from '#client/ui/layout/properties.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { InvitationShown } from './invitation-shown.tsx'
import type { readOffered } from './offered.ts'
import type { AccountReasons } from './use-account-reasons.ts'
import { UserFields } from './user-fields.tsx'
import { findChanges, toUserForm, userFormSchema, userSchema, type UserForm } from './user-form.ts'
import { UserQuestion, type UserAct } from './user-question.tsx'
import { inviteAgain, updateUser } from './users-api.ts'

interface ChangeDialogProps {
  readonly user: UserRow
  readonly users: readonly UserRow[]
  readonly isMe: boolean
  readonly offered: ReturnType<typeof readOffered>
  readonly missing: AccountReasons
  readonly onClose: () => void
}

const lastReason = 'This is the last active administrator. Give another active user the role admin first.'

const selfDemotion = (
  <Callout tone="warn" title="You are removing your own admin role.">
    You lose access to this page and all other user settings within seconds, in all your tabs. Only another
    administrator can restore it.
  </Callout>
)

const facts = ({ state, stateChangedAt, hasSecondFactor, lastLogin, roles }: UserRow) =>
  [
    ['State', state === null ? undefined : <span key="state">{state}</span>],
    ['State since', stateChangedAt === null ? undefined : <Moment key="since" at={stateChangedAt} />],
    ['Second factor', hasSecondFactor === null ? undefined : hasSecondFactor ? 'yes' : 'none'],
    ['Last sign-in', lastLogin === null ? undefined : <Moment key="seen" at={lastLogin} />],
    ['Roles', roles.length === 1 ? undefined : roles.join(', ') || 'none'],
  ] as const

interface AccountActsProps extends Pick<ChangeDialogProps, 'user' | 'missing'> {
  readonly hasAccounts: boolean
  readonly lockedReason: string | undefined
  readonly onAct: (act: UserAct) => void
  readonly onEnabled: () => void
  readonly onFailure: (error: Error) => void
}

function AccountActs({ user, hasAccounts, missing, lockedReason, onAct, onEnabled, onFailure }: AccountActsProps) {
  const enable = useMutation({
    mutationFn: () => updateUser(user.id, { active: true }),
    onSuccess: onEnabled,
    onError: onFailure,
  })
  const stateReason = missing.change ?? missing.account
  return (
    <span className="user-dialog-foot">
      {hasAccounts && user.state !== 'inactive' ? (
        <Button disabledReason={stateReason ?? lockedReason} onClick={() => onAct('disable')}>
          Disable user
        </Button>
      ) : null}
      {hasAccounts && user.state === 'inactive' ? (
        <Button disabledReason={stateReason} busy={enable.isPending} onClick={() => enable.mutate()}>
          Enable user
        </Button>
      ) : null}
      <Button disabledReason={missing.remove ?? lockedReason} onClick={() => onAct('remove')}>
        Remove user
      </Button>
    </span>
  )
}

interface RescueProps extends Pick<ChangeDialogProps, 'user'> {
  readonly again: { readonly isPending: boolean; readonly mutate: () => void }
  readonly onReset: () => void
}

function Rescue({ user, again, onReset }: RescueProps) {
  return (
    <div className="user-rescue">
      <Button small busy={again.isPending} onClick={() => again.mutate()}>
        {user.state === 'invited' ? 'Invite again' : 'Create password-reset link'}
      </Button>
      {user.hasSecondFactor ? (
        <Button small onClick={onReset}>
          Reset second factor
        </Button>
      ) : null}
    </div>
  )
}

function Failures({ errors }: { readonly errors: readonly (Error | null)[] }) {
  return errors.map((error) =>
    error === null ? null : (
      <ErrorPanel key={error.message} error={error} detailsHidden meaning={errorDetails(error)} />
    ),
  )
}

export function ChangeDialog({ user, users, isMe, offered, missing, onClose }: ChangeDialogProps) {
  const [first] = useState(user)
  const [act, setAct] = useState<UserAct | null>(null)
  const [failure, setFailure] = useState<Error | null>(null)
  const done = () => {
    showToast('success', 'User updated successfully')
    onClose()
  }
  const missingReason = ({ role }: Partial<UserForm>) =>
    missing.change ?? (role === undefined ? undefined : missing.roles)
  const schema = useMemo(
    () => (offered.account ? userSchema(users.filter(({ id }) => id !== user.id)) : userFormSchema),
    [offered.account, users, user.id],
  )
  const { form, isSaving, error, submit } = useEditForm({
    schema,
    initial: toUserForm(first),
    mode: 'onChange',
    canSave: (typed) => missingReason(findChanges(first, typed)) === undefined,
    save: async (typed) => {
      const change = findChanges(first, typed)
      if (Object.keys(change).length === 0) return onClose()
      await updateUser(user.id, change)
      return done()
    },
  })
  const again = useMutation({ mutationFn: () => inviteAgain(user.id) })
  const change = findChanges(first, form.watch())
  const saveReason = missingReason(change)
  const stepsDown = isMe && user.roles.includes('admin') && change.role !== undefined && change.role !== 'admin'
  const lockedReason = isLastAdministrator(users, user.id) ? lastReason : undefined

  if (again.data !== undefined) return <InvitationShown invitation={again.data} email={user.email} onClose={onClose} />
  if (act !== null)
    return (
      <UserQuestion
        act={act}
        user={user}
        keepsAccount={offered.account}
        onClose={(done) => (done ? onClose() : setAct(null))}
      />
    )
  return (
    <Modal
      title={user.name || user.email}
      size="small"
      onClose={onClose}
      foot={
        <>
          <AccountActs
            user={user}
            hasAccounts={offered.account}
            missing={missing}
            lockedReason={lockedReason}
            onAct={setAct}
            onEnabled={done}
            onFailure={setFailure}
          />
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabledReason={saveReason} busy={isSaving} onClick={submit}>
            {stepsDown ? 'Save and give up admin' : 'Save user'}
          </Button>
        </>
      }
    >
      <EditForm label="Save user" className="user-fields" isSaving={isSaving} onSubmit={submit}>
        <UserFields
          control={form.control}
          hasAccount={offered.account}
          roleLockedReason={missing.change ?? missing.roles ?? lockedReason}
        />
      </EditForm>
      {stepsDown ? selfDemotion : null}
      <Properties entries={facts(user)} />
      {offered.rescue && missing.account === undefined ? (
        <Rescue user={user} again={again} onReset={() => setAct('reset')} />
      ) : null}
      <Failures errors={[error, failure, again.error]} />
    </Modal>
  )
}

const errorDetails = (error: Error) => ('details' in error && typeof error.details === 'string' ? error.details : null)
