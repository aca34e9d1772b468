import { useMemo } from 'react'
import type { UserRow } from '#shared/settings/user-row.ts'
import { ApiError } from '#client/api/api-error.ts'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { EditFoot } from '#client/ui/form/edit-foot.tsx'
import { EditForm } from '#client/ui/form/edit-form.tsx'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'
import { Modal } from '#client/ui/layout/modal.tsx'
import { InvitationShown } from './invitation-shown.tsx'
import { UserFields } from './user-fields.tsx'
import { emptyUser, userFormSchema, userSchema, type UserForm } from './user-form.ts'
import { inviteUser } from './users-api.ts'

interface InviteDialogProps {
  readonly users: readonly UserRow[]
  readonly onClose: () => void
}

const draft = { key: 'user invite', version: 1, schema: userFormSchema }

const toFieldError = (error: Error) =>
  error instanceof ApiError && error.status === 409
    ? ({ name: 'email', message: 'Another account or person already has this email address.' } as const)
    : undefined

export function InviteDialog({ users, onClose }: InviteDialogProps) {
  const edited = useEditForm({
    schema: useMemo(() => userSchema(users), [users]),
    initial: emptyUser,
    draft,
    save: async (user: UserForm) => ({ invitation: await inviteUser(user), email: user.email }),
    toFieldError,
  })
  const { form, isSaving, error, result: response, submit } = edited
  if (response !== undefined) return <InvitationShown {...response} onClose={onClose} />
  return (
    <Modal
      title="Invite user"
      size="small"
      onClose={onClose}
      foot={
        <EditFoot edited={edited} act="Invite user" onClose={onClose}>
          <span className="user-dialog-foot dim">
            The link is shown here once, and emailed if a mail server is configured.
          </span>
        </EditFoot>
      }
    >
      <EditForm label="Invite user" className="user-fields" isSaving={isSaving} onSubmit={submit}>
        <UserFields control={form.control} hasAccount />
      </EditForm>
      {error === null ? null : <ErrorPanel error={error} detailsHidden />}
    </Modal>
  )
}
