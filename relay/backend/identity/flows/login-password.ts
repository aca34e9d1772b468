import type { UiNode } from '@ory/client'
import type { FastifyReply } from 'fastify'
import { getField } from '#relay/backend/identity/http/form.ts'
import type { Visitor } from '#relay/backend/identity/http/visitor.ts'
import { findAccount, findAccountByEmail, normaliseEmail } from '#relay/backend/identity/store/accounts.ts'
import { isKnownAddress, recordEvent } from '#relay/backend/identity/store/events.ts'
import type { FlowRecord } from '#relay/backend/identity/store/flows.ts'
import { findPassword, savePassword } from '#relay/backend/identity/store/passwords.ts'
import { labels, errorMessages } from '#relay/backend/identity/ui/messages.ts'
import { input, submit } from '#relay/backend/identity/ui/nodes.ts'
import { refuse } from './flow-type.ts'
import { finishLogin, toOrigin, type LoginStep } from './login-step.ts'

export const passwordNodes = async (visitor: Visitor, { detail, identityId }: FlowRecord): Promise<UiNode[]> => {
  const known = identityId === null ? undefined : await findAccount(visitor.context.database, identityId)
  const identifier =
    detail.refresh === true
      ? input('default', 'identifier', 'hidden', { value: known?.traits.email ?? '', required: true })
      : input('default', 'identifier', 'text', {
          value: '',
          required: true,
          autocomplete: 'username',
          title: labels.id,
        })
  return [
    identifier,
    input('password', 'password', 'password', {
      required: true,
      autocomplete: 'current-password',
      title: labels.password,
    }),
    submit('password', 'method', 'password', detail.refresh === true ? labels.signIn : labels.signInWithPassword),
  ]
}

/**
 * Security: unknown accounts take the same time and get the same response as wrong passwords.
 * After repeated failures attempts are delayed, except from an address that the person usually signs in from.
 */
export const logInWithPassword = async (step: LoginStep): Promise<object | FastifyReply> => {
  const { visitor, type, flow, form, session } = step
  const { database, hasher, limits, now } = visitor.context
  const identifier = flow.detail.refresh === true ? session?.account.traits.email : getField(form, 'identifier')
  const password = getField(form, 'password')
  const values = { identifier: (identifier ?? '').slice(0, 320) }
  if (identifier === undefined || password === undefined) {
    const fieldMessages = {
      ...(identifier === undefined ? { identifier: [errorMessages.required('identifier')] } : {}),
      ...(password === undefined ? { password: [errorMessages.required('password')] } : {}),
    }
    return refuse(visitor, type, flow, { fieldMessages, values, active: 'password' })
  }

  const email = normaliseEmail(identifier)
  const account = await findAccountByEmail(database, email)
  const isKnown = await isKnownAddress(database, account?.id, visitor.address, now())
  const waitMs = Math.max(
    limits.address.consume(visitor.address),
    limits.passwordHere.consume(`${email} ${visitor.address}`),
    isKnown ? 0 : limits.passwordAnywhere.consume(email),
  )
  if (waitMs > 0) {
    visitor.reply.header('retry-after', Math.ceil(waitMs / 1_000))
    return refuse(visitor, type, flow, { messages: [errorMessages.tooManyTries(waitMs)], values, active: 'password' })
  }

  const stored = await findPassword(database, account?.id)
  const isRight = await hasher.verify(stored, password)
  if (account === undefined || !isRight) {
    await recordEvent(database, {
      at: now(),
      identityId: account?.id ?? null,
      event: 'login.refused',
      ...toOrigin(visitor),
    })
    return refuse(visitor, type, flow, { messages: [errorMessages.credentials], values, active: 'password' })
  }
  limits.passwordHere.forgive(`${email} ${visitor.address}`)
  limits.passwordAnywhere.forgive(email)
  limits.address.giveBack(visitor.address)
  if (!account.isActive) {
    return refuse(visitor, type, flow, { messages: [errorMessages.disabledAccount], values, active: 'password' })
  }
  if (stored !== undefined && hasher.isOutdated(stored)) {
    await savePassword(database, account.id, await hasher.hash(password), now())
  }
  return finishLogin(step, account.id, 'password', 'aal1')
}
