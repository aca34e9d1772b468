import type { FastifyReply } from 'fastify'
import type { LoginFlow } from '@ory/client'
import type { Form } from '#relay/backend/identity/http/form.ts'
import { continueElsewhere } from '#relay/backend/identity/http/self-service-error.ts'
import type { Visitor } from '#relay/backend/identity/http/visitor.ts'
import {
  lacksSecondFactor,
  sessionBody,
  type Aal,
  type ActiveSession,
  type SessionMethod,
} from '#relay/backend/identity/sessions/sessions.ts'
import { recordEvent } from '#relay/backend/identity/store/events.ts'
import { finishFlow, type FlowRecord } from '#relay/backend/identity/store/flows.ts'
import { errorMessages } from '#relay/backend/identity/ui/messages.ts'
import { refuse, type FlowType } from './flow-type.ts'

export interface LoginStep {
  readonly visitor: Visitor
  readonly type: FlowType<LoginFlow>
  readonly flow: FlowRecord
  readonly form: Form
  readonly session: ActiveSession | null
}

export const redirectTo = (address: string) => ({
  action: 'redirect_browser_to' as const,
  redirect_browser_to: address,
})

/** Security: the session always gets a new token, also when it is only strengthened. */
export const finishLogin = async (
  { visitor, type, flow, session: before }: LoginStep,
  identityId: string,
  method: SessionMethod['method'],
  aal: Aal,
): Promise<object | FastifyReply> => {
  const { database, sessions, now } = visitor.context
  const isSame = before !== null && before.account.id === identityId
  const token = await database.transaction(async (transaction) => {
    if (!(await finishFlow(transaction, flow.id, flow.detail))) return undefined
    await recordEvent(transaction, { at: now(), identityId, event: `login.${method}`, ...toOrigin(visitor) })
    if (isSame) return sessions.stepUp(transaction, before, method, aal)
    if (before !== null) await sessions.endOne(transaction, before.account.id, before.id)
    return sessions.begin(transaction, identityId, method, toOrigin(visitor))
  })
  if (token === undefined) return refuse(visitor, type, flow, { messages: [errorMessages.alreadyCompleted] })
  if (!isSame) visitor.renewCsrf()
  const session = await visitor.setSessionCookie(token)
  const returnTo = flow.returnTo ?? visitor.page('/')
  if (lacksSecondFactor(session)) {
    throw continueElsewhere(visitor.service('/self-service/login/browser', { aal: 'aal2', return_to: flow.returnTo }))
  }
  if (!visitor.isJson) return visitor.redirect(returnTo)
  return { session: sessionBody(session, visitor.base), continue_with: [redirectTo(returnTo)] }
}

export const toOrigin = ({ address, userAgent }: Visitor) => ({ address, userAgent })
