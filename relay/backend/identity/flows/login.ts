import type { LoginFlow } from '@ory/client'
import type { FastifyReply } from 'fastify'
import { alreadySignedIn, csrfViolation, firstFactorRequired } from '#relay/backend/identity/http/self-service-error.ts'
import { fieldOf } from '#relay/backend/identity/http/form.ts'
import type { Visitor } from '#relay/backend/identity/http/visitor.ts'
import type { ActiveSession } from '#relay/backend/identity/sessions/sessions.ts'
import type { FlowRecord } from '#relay/backend/identity/store/flows.ts'
import { container } from '#relay/backend/identity/ui/container.ts'
import { notices, problems } from '#relay/backend/identity/ui/messages.ts'
import { csrfToken } from '#relay/backend/identity/ui/nodes.ts'
import {
  actionOf,
  answerFlow,
  commonBody,
  forged,
  openFlow,
  readSubmission,
  refuse,
  replaceExpired,
  type FlowType,
} from './flow-type.ts'
import { logInWithPassword, passwordNodes } from './login-password.ts'

const render = async (visitor: Visitor, flow: FlowRecord): Promise<LoginFlow> => {
  const { refresh = false, requestedAal = 'aal1' } = flow.detail
  const nodes = [csrfToken(visitor.csrfToken()), ...(await passwordNodes(visitor, flow))]
  return {
    ...commonBody(flow),
    created_at: flow.issuedAt,
    updated_at: flow.issuedAt,
    refresh,
    requested_aal: requestedAal,
    ui: container(actionOf(visitor, flow), nodes, flow.detail.shown),
  }
}

export const login: FlowType<LoginFlow> = { kind: 'login', page: '/login', render }

/** A login flow that asks the person of this session again, or for the second factor. */
const begin = (visitor: Visitor, session: ActiveSession | null, returnTo: string | null): Promise<FlowRecord> => {
  const isRefresh = session !== null && visitor.query('refresh') === 'true'
  const isSecond = session !== null && visitor.query('aal') === 'aal2'
  const messages = [...(isRefresh ? [notices.confirmItIsYou] : []), ...(isSecond ? [notices.secondFactor] : [])]
  return openFlow(visitor, login, {
    returnTo,
    identityId: isRefresh || isSecond ? session.account.id : null,
    detail: { refresh: isRefresh, requestedAal: isSecond ? 'aal2' : 'aal1', shown: { messages } },
  })
}

/** `GET /self-service/login/browser` (identity contract 1.1, 1.5): refuses who has nothing left to prove. */
export const createLogin = async (visitor: Visitor): Promise<LoginFlow | FastifyReply> => {
  const returnTo = visitor.returnTo()
  const session = await visitor.session()
  const wantsSecond = visitor.query('aal') === 'aal2'
  if (session === null && wantsSecond) throw firstFactorRequired()
  if (session !== null && visitor.query('refresh') !== 'true' && !(wantsSecond && session.aal === 'aal1')) {
    throw alreadySignedIn(returnTo ?? visitor.page('/'))
  }
  return answerFlow(visitor, login, await begin(visitor, session, returnTo))
}

/** Whether the flow asks for something that the present session still lacks, or may show again. */
const isStillAsked = ({ detail }: FlowRecord, session: ActiveSession | null): boolean =>
  session === null || detail.refresh === true || (detail.requestedAal === 'aal2' && session.aal === 'aal1')

/** `POST /self-service/login?flow=`: each method answers for itself. */
export const submitLogin = async (visitor: Visitor): Promise<object | FastifyReply> => {
  const submission = await readSubmission(visitor, login)
  const { flow, form } = submission
  if (submission.kind === 'forged') throw forged()
  const session = await visitor.session()
  if (submission.kind === 'expired') {
    const messages = [problems.loginExpired(flow.expiresAt)]
    const { identityId, returnTo } = flow
    const detail = { ...flow.detail, shown: { messages } }
    return replaceExpired(visitor, login, flow, await openFlow(visitor, login, { identityId, returnTo, detail }))
  }
  if (flow.state === 'passed_challenge') return refuse(visitor, login, flow, { messages: [problems.alreadyCompleted] })
  if (!isStillAsked(flow, session)) {
    return refuse(visitor, login, flow, { messages: [problems.generic('You are signed in already.')] })
  }
  if (flow.identityId !== null && flow.identityId !== session?.account.id) {
    throw csrfViolation('The form was made for another session.')
  }
  const asked = { visitor, type: login, flow, form, session }
  switch (fieldOf(form, 'method')) {
    case 'password':
      return logInWithPassword(asked)
    default:
      return refuse(visitor, login, flow, { messages: [problems.noLoginMethod] })
  }
}
