import type { RegistrationFlow, UiNode } from '@ory/client'
import type { FastifyReply } from 'fastify'
import { getField } from '#relay/backend/identity/http/form.ts'
import {
  alreadySignedIn,
  flowDisabled,
  type SelfServiceError,
} from '#relay/backend/identity/http/self-service-error.ts'
import type { Visitor } from '#relay/backend/identity/http/visitor.ts'
import { findPasswordError } from '#relay/backend/identity/safety/password-policy.ts'
import { hashToken } from '#relay/backend/identity/safety/token.ts'
import { sessionBody } from '#relay/backend/identity/sessions/sessions.ts'
import { identityBody, insertAccount, isTaken } from '#relay/backend/identity/store/accounts.ts'
import { recordEvent } from '#relay/backend/identity/store/events.ts'
import { finishFlow, type FlowRecord } from '#relay/backend/identity/store/flows.ts'
import { savePassword } from '#relay/backend/identity/store/passwords.ts'
import { isSetUpLink, useSetUpLink } from '#relay/backend/identity/store/set-up-links.ts'
import { container } from '#relay/backend/identity/ui/container.ts'
import { labels, errorMessages } from '#relay/backend/identity/ui/messages.ts'
import { csrfToken, input, submit } from '#relay/backend/identity/ui/nodes.ts'
import {
  flowAction,
  sendFlow,
  commonBody,
  forged,
  openFlow,
  readSubmission,
  refuse,
  replaceExpired,
  tooManyRequests,
  type FlowType,
} from './flow-type.ts'
import { toOrigin, redirectTo } from './login-step.ts'
import { emailNode, nameNodes, readTraits } from './traits-form.ts'
import { beginVerification } from './verification.ts'

const nodes = (visitor: Visitor): UiNode[] => [
  csrfToken(visitor.csrfToken()),
  emailNode('default', ''),
  input('password', 'password', 'password', {
    required: true,
    autocomplete: 'new-password',
    title: labels.password,
  }),
  ...nameNodes('default', undefined),
  submit('password', 'method', 'password', labels.signUp),
]

const render = async (visitor: Visitor, flow: FlowRecord): Promise<RegistrationFlow> => ({
  ...commonBody(flow),
  ui: container(flowAction(visitor, flow), nodes(visitor), flow.detail.shown),
})

export const registration: FlowType<RegistrationFlow> = { kind: 'registration', page: '/registration', render }

const closed = 'Registration is by invitation only. Open your invitation link again or ask an administrator for one.'

export const createRegistration = async (visitor: Visitor): Promise<RegistrationFlow | FastifyReply> => {
  const { database, settings, now } = visitor.context
  const returnTo = visitor.returnTo()
  if ((await visitor.session()) !== null) throw alreadySignedIn(returnTo ?? visitor.page('/'))
  const token = visitor.query('set_up')
  const hash = token === undefined ? undefined : hashToken(token)
  const isSetUp = hash !== undefined && (await isSetUpLink(database, hash, now()))
  if (hash !== undefined && !isSetUp) {
    throw flowDisabled(
      'This set-up link is no longer valid. It was used, is older than a day, or was replaced when the relay restarted.',
    )
  }
  if (!isSetUp && !settings.allowSignUp) throw flowDisabled(closed)
  const detail = hash === undefined ? {} : { setUpLink: hash.toString('base64') }
  return sendFlow(visitor, registration, await openFlow(visitor, registration, { returnTo, detail }))
}

/** The first account that uses the set-up link becomes administrator. */
export const submitRegistration = async (visitor: Visitor): Promise<object | FastifyReply> => {
  const { database, settings, now, hasher, limits, sessions } = visitor.context
  const submission = await readSubmission(visitor, registration)
  const { flow, form } = submission
  if (submission.kind === 'forged') throw forged()
  const link = flow.detail.setUpLink
  if (link === undefined && !settings.allowSignUp) throw flowDisabled(closed)
  const returnTo = flow.returnTo ?? visitor.page('/')
  if ((await visitor.session()) !== null) throw alreadySignedIn(returnTo)
  if (submission.kind === 'expired') {
    const detail = { ...flow.detail, shown: { messages: [errorMessages.registrationExpired(flow.expiresAt)] } }
    const replacement = await openFlow(visitor, registration, { returnTo: flow.returnTo, detail })
    return replaceExpired(visitor, registration, flow, replacement)
  }
  if (flow.state === 'passed_challenge') {
    return refuse(visitor, registration, flow, { messages: [errorMessages.alreadyCompleted] })
  }
  if (getField(form, 'method') !== 'password') {
    return refuse(visitor, registration, flow, { messages: [errorMessages.noRegistrationMethod] })
  }

  const { traits, values, fieldMessages: traitErrors } = readTraits(form)
  const password = getField(form, 'password')
  const passwordError =
    password === undefined ? errorMessages.required('password') : findPasswordError(password, traits.email)
  const fieldMessages = { ...traitErrors, ...(passwordError !== null && { password: [passwordError] }) }
  if (Object.keys(fieldMessages).length > 0 || password === undefined) {
    return refuse(visitor, registration, flow, { fieldMessages, values, active: 'password' })
  }
  const waitMs = limits.request.consume(visitor.address)
  if (waitMs > 0) throw tooManyRequests(waitMs)

  const hash = await hasher.hash(password)
  const register = async () =>
    database.transaction(async (transaction) => {
      if (!(await finishFlow(transaction, flow.id, flow.detail))) return null
      const isFirst = link !== undefined
      if (isFirst && !(await useSetUpLink(transaction, Buffer.from(link, 'base64'), now()))) throw linkUsedError()
      const id = await insertAccount(transaction, traits, [isFirst ? 'admin' : settings.signUpRole], now())
      await savePassword(transaction, id, hash, now())
      const event = isFirst ? 'registered.administrator' : 'registered'
      await recordEvent(transaction, { at: now(), identityId: id, event, ...toOrigin(visitor) })
      return sessions.begin(transaction, id, 'password', toOrigin(visitor))
    })
  let token: string | null
  try {
    token = await register()
  } catch (error) {
    if (!isTaken(error)) throw error
    return refuse(visitor, registration, flow, { messages: [errorMessages.duplicate], values, active: 'password' })
  }
  if (token === null) return refuse(visitor, registration, flow, { messages: [errorMessages.alreadyCompleted] })
  visitor.renewCsrf()
  const session = await visitor.setSessionCookie(token)
  const verify = await beginVerification(visitor, session.account.id, traits.email)
  if (!visitor.isJson) return visitor.redirect(returnTo)
  return {
    identity: identityBody(session.account, visitor.base),
    session: sessionBody(session, visitor.base),
    continue_with: [verify, redirectTo(returnTo)],
  }
}

const linkUsedError = (): SelfServiceError =>
  flowDisabled('The set-up link was already used. An administrator exists now.')
