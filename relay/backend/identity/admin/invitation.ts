import { randomUUID } from 'node:crypto'
import { hashCode, newCode } from '#relay/backend/identity/flows/code-flow.ts'
import type { IdentityContext } from '#relay/backend/identity/identity-context.ts'
import { invitationMail } from '#relay/backend/identity/mail/mails.ts'
import type { Account } from '#relay/backend/identity/store/accounts.ts'
import { insertFlow } from '#relay/backend/identity/store/flows.ts'

/** Security: link and code together sign in without a password. */
export interface Invitation {
  readonly link: string
  readonly code: string
}

export const openInvitation = async (
  { database, settings, now, ring, mailer }: Omit<IdentityContext, 'publicUrl'>,
  { id, traits }: Pick<Account, 'id' | 'traits'>,
  consoleUrl: string,
): Promise<Invitation> => {
  const flowId = randomUUID()
  const code = newCode()
  const link = new URL('/recovery', consoleUrl)
  link.searchParams.set('flow', flowId)
  const issuedAt = now()
  await insertFlow(database, {
    id: flowId,
    kind: 'recovery',
    identityId: id,
    browser: null,
    state: 'sent_email',
    requestUrl: link.href,
    returnTo: null,
    detail: { address: traits.email, shown: { active: 'code' } },
    secret: null,
    code: hashCode(ring, flowId, code),
    issuedAt: issuedAt.toISOString(),
    expiresAt: new Date(issuedAt.getTime() + settings.invitationLifeMs).toISOString(),
  })
  mailer.send(invitationMail(traits.email, code, link.href))
  return { link: link.href, code }
}
