import type { SettingsFlow } from '@ory/client'
import type { FastifyReply } from 'fastify'
import type { Form } from '#relay/backend/identity/http/form.ts'
import type { Visitor } from '#relay/backend/identity/http/visitor.ts'
import type { ActiveSession } from '#relay/backend/identity/sessions/sessions.ts'
import { recordEvent } from '#relay/backend/identity/store/events.ts'
import { sealFlowSecret, type FlowSecret } from '#relay/backend/identity/store/flow-secret.ts'
import { saveFlow, type FlowDetail, type FlowRecord, type Shown } from '#relay/backend/identity/store/flows.ts'
import { notices } from '#relay/backend/identity/ui/messages.ts'
import type { Queryable } from '#relay/database/database.ts'
import { sendFlow, flowPage, refuse, type FlowType } from './flow-type.ts'
import { toOrigin, redirectTo } from './login-step.ts'

export interface SettingsStep {
  readonly visitor: Visitor
  readonly type: FlowType<SettingsFlow>
  readonly flow: FlowRecord
  readonly form: Form
  readonly session: ActiveSession
  readonly secret: FlowSecret
  /** Security: every response gets a new secret, none is offered twice. */
  readonly freshSecret: () => FlowSecret
}

type ContinueWith = NonNullable<SettingsFlow['continue_with']>

export const isPrivileged = ({ context }: Visitor, { authenticatedAt }: ActiveSession): boolean =>
  Date.parse(authenticatedAt) + context.settings.privilegedForMs > context.now().getTime()

export const refuseSettings = (
  { visitor, type, flow }: SettingsStep,
  shown: Shown,
): Promise<SettingsFlow | FastifyReply> => refuse(visitor, type, { ...flow, state: 'show_form' }, shown)

export const showSettings = async (
  { visitor, type, flow }: SettingsStep,
  { shown: _before, ...detail }: FlowDetail,
  secret: FlowSecret,
): Promise<SettingsFlow | FastifyReply> => {
  const { database, ring } = visitor.context
  const next = { ...flow, state: 'show_form', detail, secret: sealFlowSecret(ring, flow.id, secret) }
  await saveFlow(database, next)
  return sendFlow(visitor, type, next)
}

export const keepSettings = async (
  { visitor, type, flow, session, freshSecret }: SettingsStep,
  event: string,
  change: (transaction: Queryable) => Promise<string | void>,
  follow: () => Promise<ContinueWith> = async () => [],
): Promise<SettingsFlow | FastifyReply> => {
  const { database, ring, now } = visitor.context
  const saved: FlowRecord = {
    ...flow,
    state: 'success',
    detail: { shown: { messages: [notices.saved] } },
    secret: sealFlowSecret(ring, flow.id, freshSecret()),
  }
  const token = await database.transaction(async (transaction) => {
    const strengthened = await change(transaction)
    await saveFlow(transaction, saved)
    await recordEvent(transaction, { at: now(), identityId: session.account.id, event, ...toOrigin(visitor) })
    return strengthened
  })
  if (typeof token === 'string') await visitor.setSessionCookie(token)
  else visitor.forgetSession()
  const steps = await follow()
  const returnTo = flow.returnTo ?? flowPage(visitor, type, flow)
  if (!visitor.isJson) return visitor.redirect(returnTo)
  return { ...(await type.render(visitor, saved)), continue_with: [...steps, redirectTo(returnTo)] }
}
