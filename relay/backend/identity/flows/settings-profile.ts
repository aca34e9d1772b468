import type { UiNode } from '@ory/client'
import type { FastifyReply } from 'fastify'
import { getField, type Form } from '#relay/backend/identity/http/form.ts'
import { addressChangedMail } from '#relay/backend/identity/mail/mails.ts'
import { isTaken, normaliseEmail, saveTraits, type Account } from '#relay/backend/identity/store/accounts.ts'
import { labels, errorMessages } from '#relay/backend/identity/ui/messages.ts'
import { method } from '#relay/backend/identity/ui/nodes.ts'
import { escapesDeny } from '#relay/backend/permissions/escapes-deny.ts'
import { keepSettings, refuseSettings, type SettingsStep } from './settings-step.ts'
import { emailNode, nameNodes, readTraits } from './traits-form.ts'
import { beginVerification } from './verification.ts'

export const profileNodes = ({ traits }: Account): UiNode[] => [
  emailNode('profile', traits.email),
  ...nameNodes('profile', traits.name),
  method('profile', labels.save),
]

export const changesAddress = (form: Form, { traits }: Account): boolean => {
  const email = getField(form, 'traits.email')
  return email !== undefined && normaliseEmail(email) !== traits.email
}

const denied = 'A permission group denies something to your email address. Ask an administrator to change the address.'

export const changeProfile = async (step: SettingsStep): Promise<object | FastifyReply> => {
  const { visitor, form, session } = step
  const { account } = session
  const { traits, values, fieldMessages } = readTraits(form)
  if (Object.keys(fieldMessages).length > 0) return refuseSettings(step, { fieldMessages, values, active: 'profile' })
  const isMoved = traits.email !== account.traits.email
  const move = { id: account.id, from: account.traits.email, to: traits.email }
  if (isMoved && (await escapesDeny(visitor.context.database, move)))
    return refuseSettings(step, { messages: [errorMessages.generic(denied)], values, active: 'profile' })
  try {
    return await keepSettings(
      step,
      isMoved ? 'email.changed' : 'profile.changed',
      (transaction) => saveTraits(transaction, account.id, traits, visitor.context.now()),
      async () => {
        if (!isMoved) return []
        if (account.traits.email !== '') visitor.context.mailer.send(addressChangedMail(account.traits.email))
        return [await beginVerification(visitor, account.id, traits.email)]
      },
    )
  } catch (error) {
    if (!isTaken(error)) throw error
    return refuseSettings(step, { messages: [errorMessages.duplicate], values, active: 'profile' })
  }
}
