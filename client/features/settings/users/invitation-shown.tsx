import { Button } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Modal } from '#client/ui/layout/modal.tsx'
import type { Invitation } from '#shared/settings/account-routes.ts'

interface InvitationShownProps {
  readonly invitation: Invitation
  readonly email: string
  readonly onClose: () => void
}

const outcomes = {
  server: (email: string) => `The email to ${email} is being sent.`,
  outbox: (email: string) =>
    `No mail server is configured (SMTP_URL). The email to ${email} is not sent but stored in the folder outbox of DATA_DIR.`,
  unknown: (email: string) => `The backend emails the link to ${email} if a mail server is configured there.`,
}

function Copied({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="field">
      <span className="field-name">{label}</span>
      <code className="invitation-text">{text}</code>
      <div className="field-label-end">
        <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
      </div>
    </div>
  )
}

export function InvitationShown({ invitation: { link, code, mail }, email, onClose }: InvitationShownProps) {
  return (
    <Modal
      title="Invitation created"
      size="small"
      onClose={onClose}
      foot={
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p>{outcomes[mail ?? 'unknown'](email)} The link is not shown again. Pass it on if the email does not arrive.</p>
      <Copied label="Link" text={link} />
      {code ? <Copied label="Code" text={code} /> : null}
      <p className="dim">
        {code ? 'Anyone who has both' : 'Anyone who has it'} can set the password of this account. Single use.
      </p>
    </Modal>
  )
}
