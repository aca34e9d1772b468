import type { LoginFlow, UiNode } from '@ory/client'
import type { FastifyReply } from 'fastify'
import { alreadySignedIn, csrfViolation, firstFactorRequired } from '#relay/backend/identity/http/self-service-error.ts'
import { getField } from '#relay/backend/identity/http/form.ts'
import type { Visitor } from '#relay/backend/identity/http/visitor.ts'
import { authenticatorLoginNodes, logInWithAuthenticator } from '#relay/backend/identity/methods/authenticator.ts'
import { logInWithRecoveryCode, recoveryCodeLoginNodes } from '#relay/backend/identity/methods/recovery-codes.ts'
import {
  logInWithSecurityKey,
  newChallenge,
  securityKeyLoginNodes,
} from '#relay/backend/identity/methods/security-keys.ts'
import type { ActiveSession } from '#relay/backend/identity/sessions/sessions.ts'
import { findAccount } from '#relay/backend/identity/store/accounts.ts'
import { findAuthenticator } from '#relay/backend/identity/store/authenticators.ts'
import { sealFlowSecret } from '#relay/backend/identity/store/flow-secret.ts'
import { saveFlow, type FlowRecord } from '#relay/backend/identity/store/flows.ts'
import { findRecoveryCodes } from '#relay/backend/identity/store/recovery-codes.ts'
import { container } from '#relay/backend/identity/ui/container.ts'
import { notices, errorMessages } from '#relay/backend/identity/ui/messages.ts'
import { csrfToken } from '#relay/backend/identity/ui/nodes.ts'
import {
  flowAction,
  sendFlow,
  commonBody,
  forged,
  openFlow,
  readSubmission,
  refuse,
  replaceExpired,
  type FlowType,
} from './flow-type.ts'
import { logInWithPassword, passwordNodes } from './login-password.ts'
import type { LoginStep } from './login-step.ts'

type LoginMethod = (step: LoginStep) => Promise<object | FastifyReply>

const render = async (visitor: Visitor, flow: FlowRecord): Promise<LoginFlow> => {
  const { refresh = false, requestedAal = 'aal1' } = flow.detail
  const methodNodes =
    requestedAal === 'aal2' ? await secondFactorNodes(visitor, flow) : await passwordNodes(visitor, flow)
  const nodes = [csrfToken(visitor.csrfToken()), ...methodNodes]
  return {
    ...commonBody(flow),
    created_at: flow.issuedAt,
    updated_at: flow.issuedAt,
    refresh,
    requested_aal: requestedAal,
    ui: container(flowAction(visitor, flow), nodes, flow.detail.shown),
  }
}

const secondFactorNodes = async (visitor: Visitor, flow: FlowRecord): Promise<UiNode[]> => {
  const { database, ring } = visitor.context
  const account = flow.identityId === null ? undefined : await findAccount(database, flow.identityId)
  if (account === undefined) return []
  const hasAuthenticator = (await findAuthenticator(database, ring, account.id)) !== undefined
  const hasCodes = (await findRecoveryCodes(database, ring, account.id)).length > 0
  return [
    ...(await securityKeyLoginNodes(visitor, account, flow)),
    ...(hasAuthenticator ? authenticatorLoginNodes() : []),
    ...(hasCodes ? recoveryCodeLoginNodes() : []),
  ]
}

export const login: FlowType<LoginFlow> = { kind: 'login', page: '/login', render }

const openChallenged = async (
  visitor: Visitor,
  input: Pick<FlowRecord, 'identityId' | 'returnTo' | 'detail'>,
): Promise<FlowRecord> => {
  const { database, ring } = visitor.context
  const flow = await openFlow(visitor, login, input)
  if (flow.detail.requestedAal !== 'aal2') return flow
  const challenged = { ...flow, secret: sealFlowSecret(ring, flow.id, { challenge: newChallenge() }) }
  await saveFlow(database, challenged)
  return challenged
}

const begin = async (visitor: Visitor, session: ActiveSession | null, returnTo: string | null): Promise<FlowRecord> => {
  const isRefresh = session !== null && visitor.query('refresh') === 'true'
  const isSecond = session !== null && visitor.query('aal') === 'aal2'
  const messages = [
    ...(isRefresh ? [notices.confirmItIsYou] : []),
    ...(isSecond ? [notices.secondFactor] : []),
    ...(isSecond && !session.hasSecondFactor ? [errorMessages.noMethods] : []),
  ]
  return openChallenged(visitor, {
    returnTo,
    identityId: isRefresh || isSecond ? session.account.id : null,
    detail: { refresh: isRefresh, requestedAal: isSecond ? 'aal2' : 'aal1', shown: { messages } },
  })
}

export const createLogin = async (visitor: Visitor): Promise<LoginFlow | FastifyReply> => {
  const returnTo = visitor.returnTo()
  const session = await visitor.session()
  const wantsSecond = visitor.query('aal') === 'aal2'
  if (session === null && wantsSecond) throw firstFactorRequired()
  if (session !== null && visitor.query('refresh') !== 'true' && !(wantsSecond && session.aal === 'aal1')) {
    throw alreadySignedIn(returnTo ?? visitor.page('/'))
  }
  return sendFlow(visitor, login, await begin(visitor, session, returnTo))
}

const isStillRequired = ({ detail }: FlowRecord, session: ActiveSession | null): boolean =>
  session === null || detail.refresh === true || (detail.requestedAal === 'aal2' && session.aal === 'aal1')

export const submitLogin = async (visitor: Visitor): Promise<object | FastifyReply> => {
  const submission = await readSubmission(visitor, login)
  const { flow, form } = submission
  if (submission.kind === 'forged') throw forged()
  const session = await visitor.session()
  if (submission.kind === 'expired') {
    const messages = [errorMessages.loginExpired(flow.expiresAt)]
    const { identityId, returnTo } = flow
    const detail = { ...flow.detail, shown: { messages } }
    return replaceExpired(visitor, login, flow, await openChallenged(visitor, { identityId, returnTo, detail }))
  }
  if (flow.state === 'passed_challenge')
    return refuse(visitor, login, flow, { messages: [errorMessages.alreadyCompleted] })
  if (!isStillRequired(flow, session)) {
    return refuse(visitor, login, flow, { messages: [errorMessages.generic('You are already signed in.')] })
  }
  if (flow.identityId !== null && flow.identityId !== session?.account.id) {
    throw csrfViolation('The form belongs to another session.')
  }
  const way = getField(form, 'method') ?? (getField(form, 'webauthn_login') === undefined ? '' : 'webauthn')
  const ways = flow.detail.requestedAal === 'aal2' ? secondFactors : firstFactors
  const proceed = ways.get(way)
  return proceed === undefined
    ? refuse(visitor, login, flow, { messages: [errorMessages.noLoginMethod] })
    : proceed({ visitor, type: login, flow, form, session })
}

const firstFactors: ReadonlyMap<string, LoginMethod> = new Map([['password', logInWithPassword]])
const secondFactors: ReadonlyMap<string, LoginMethod> = new Map([
  ['totp', logInWithAuthenticator],
  ['lookup_secret', logInWithRecoveryCode],
  ['webauthn', logInWithSecurityKey],
])
