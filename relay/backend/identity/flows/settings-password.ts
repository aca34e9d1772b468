import type { UiNode } from '@ory/client'
import type { FastifyReply } from 'fastify'
import { getField } from '#relay/backend/identity/http/form.ts'
import { passwordChangedMail } from '#relay/backend/identity/mail/mails.ts'
import { findPasswordError } from '#relay/backend/identity/safety/password-policy.ts'
import { findPassword, savePassword } from '#relay/backend/identity/store/passwords.ts'
import { labels, errorMessages } from '#relay/backend/identity/ui/messages.ts'
import { input, method } from '#relay/backend/identity/ui/nodes.ts'
import { keepSettings, refuseSettings, type SettingsStep } from './settings-step.ts'

export const passwordSettingsNodes = (): UiNode[] => [
  input('password', 'password', 'password', {
    required: true,
    autocomplete: 'new-password',
    title: labels.password,
  }),
  method('password', labels.save),
]

export const changePassword = async (step: SettingsStep): Promise<object | FastifyReply> => {
  const { visitor, form, session } = step
  const { database, hasher, now, sessions, mailer } = visitor.context
  const { id, traits } = session.account
  const password = getField(form, 'password')
  const error = password === undefined ? errorMessages.required('password') : findPasswordError(password, traits.email)
  if (password === undefined || error !== null) {
    return refuseSettings(step, { fieldMessages: { password: error === null ? [] : [error] }, active: 'password' })
  }
  const stored = await findPassword(database, id)
  if (stored !== undefined && (await hasher.verify(stored, password))) {
    return refuseSettings(step, { fieldMessages: { password: [errorMessages.samePassword] }, active: 'password' })
  }
  const hash = await hasher.hash(password)
  const response = await keepSettings(step, 'password.changed', async (transaction) => {
    await savePassword(transaction, id, hash, now())
    await sessions.endAll(transaction, id, session.id)
  })
  if (traits.email !== '') mailer.send(passwordChangedMail(traits.email))
  return response
}
