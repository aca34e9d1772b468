import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserRow } from '#shared/settings/user-row.ts'
import { ApiError } from '#client/api/api-error.ts'
import { useDraft } from '#client/lib/use-draft.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from '#client/ui/error-panel.tsx'
import { Modal } from '#client/ui/modal.tsx'
import { InvitationShown } from './invitation-shown.tsx'
import { useFocusOnError } from '#client/features/settings/use-focus-on-error.ts'
import { UserFields } from './user-fields.tsx'
import { checkUser, emptyUser, userFormSchema } from './user-form.ts'
import { inviteUser } from './users-api.ts'

interface InviteDialogProps {
  readonly users: readonly UserRow[]
  readonly onClose: () => void
}

const draft = { key: 'user invite', version: 1, schema: userFormSchema }

const isTaken = (error: unknown) => error instanceof ApiError && error.status === 409

/** Invites somebody; what was typed is there again when the dialog was left without sending it. */
export function InviteDialog({ users, onClose }: InviteDialogProps) {
  const { value, change, clear } = useDraft(draft, emptyUser)
  const [tried, setTried] = useState(false)
  const { form, focusFirst } = useFocusOnError()
  const invite = useMutation({ mutationFn: inviteUser, onSuccess: clear, onError: focusFirst })
  const taken = isTaken(invite.error)
  const errors = {
    ...(tried && checkUser(value, users)),
    ...(taken &&
      invite.variables?.email === value.email && { email: 'Another account or person has this email address.' }),
  }
  if (invite.data !== undefined)
    return <InvitationShown invitation={invite.data} email={invite.variables.email} onClose={onClose} />
  const submit = () => {
    setTried(true)
    if (Object.keys(checkUser(value, users)).length > 0) focusFirst()
    else if (!invite.isPending) invite.mutate(value)
  }
  return (
    <Modal
      title="Invite user"
      size="small"
      onClose={onClose}
      foot={
        <>
          <span className="user-dialog-foot dim">A link goes by mail and is shown here once.</span>
          <Button
            onClick={() => {
              clear()
              onClose()
            }}
          >
            Cancel
          </Button>
          <Button look="primary" busy={invite.isPending} onClick={submit}>
            Invite user
          </Button>
        </>
      }
    >
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <UserFields value={value} errors={errors} hasAccount onChange={change} />
        <button type="submit" hidden aria-label="Invite user" />
      </form>
      {invite.error !== null && !taken ? <ErrorPanel error={invite.error} detailsHidden /> : null}
    </Modal>
  )
}
