import type { RecoveryFlow } from '@ory/client'
import type { FastifyReply } from 'fastify'
import { getField } from '#relay/backend/identity/http/form.ts'
import { alreadySignedIn, continueElsewhere } from '#relay/backend/identity/http/self-service-error.ts'
import type { Visitor } from '#relay/backend/identity/http/visitor.ts'
import { recoveryMail } from '#relay/backend/identity/mail/mails.ts'
import { markVerified } from '#relay/backend/identity/store/accounts.ts'
import { recordEvent } from '#relay/backend/identity/store/events.ts'
import { finishFlow, type FlowRecord } from '#relay/backend/identity/store/flows.ts'
import { container } from '#relay/backend/identity/ui/container.ts'
import { labels, notices, errorMessages } from '#relay/backend/identity/ui/messages.ts'
import { checkCode, codeNodes, sendCode, startAgain } from './code-flow.ts'
import {
  flowAction,
  sendFlow,
  commonBody,
  flowPage,
  openFlow,
  readSubmission,
  refuse,
  type FlowType,
} from './flow-type.ts'
import { toOrigin } from './login-step.ts'
import { openSettings, settings } from './settings.ts'

const render = async (visitor: Visitor, flow: FlowRecord): Promise<RecoveryFlow> => ({
  ...commonBody(flow),
  ui: container(flowAction(visitor, flow), codeNodes(visitor, flow, labels.recoveryCode), flow.detail.shown),
})

export const recovery: FlowType<RecoveryFlow> = { kind: 'recovery', page: '/recovery', render }

export const createRecovery = async (visitor: Visitor): Promise<RecoveryFlow | FastifyReply> => {
  const returnTo = visitor.returnTo()
  if ((await visitor.session()) !== null) throw alreadySignedIn(returnTo ?? visitor.page('/'))
  return sendFlow(visitor, recovery, await openFlow(visitor, recovery, { returnTo }))
}

/** A forged or expired form starts a new flow instead of an error. */
export const submitRecovery = async (visitor: Visitor): Promise<object | FastifyReply> => {
  const { kind, flow, form } = await readSubmission(visitor, recovery)
  if (kind === 'forged') return startAgain(visitor, recovery, flow, errorMessages.recoveryRetry)
  if (kind === 'expired') return startAgain(visitor, recovery, flow, errorMessages.recoveryExpired(flow.expiresAt))
  if (flow.state === 'passed_challenge') return startAgain(visitor, recovery, flow, errorMessages.recoveryRetry)
  const code = getField(form, 'code')
  if (code === undefined || flow.state !== 'sent_email') {
    return sendCode(visitor, recovery, flow, {
      form,
      notice: notices.recoverySent,
      mail: ({ traits }, sent) => visitor.context.mailer.send(recoveryMail(traits.email, sent)),
    })
  }
  const check = await checkCode(visitor, flow, code)
  if (check === 'too many') return startAgain(visitor, recovery, flow, errorMessages.recoveryFailed)
  if (check === 'wrong' || flow.identityId === null) {
    return refuse(visitor, recovery, flow, { messages: [errorMessages.recoveryCodeInvalid], active: 'code' }, 200)
  }
  return recover(visitor, flow, flow.identityId)
}

const recover = async (visitor: Visitor, flow: FlowRecord, identityId: string): Promise<FastifyReply> => {
  const { database, sessions, now, settings: chosen, limits } = visitor.context
  const token = await database.transaction(async (transaction) => {
    if (!(await finishFlow(transaction, flow.id, { shown: {} }))) return undefined
    await sessions.endAll(transaction, identityId)
    await markVerified(transaction, identityId, flow.detail.address ?? '', now())
    await recordEvent(transaction, { at: now(), identityId, event: 'recovered', ...toOrigin(visitor) })
    return sessions.begin(transaction, identityId, 'code_recovery', toOrigin(visitor))
  })
  if (token === undefined) return startAgain(visitor, recovery, flow, errorMessages.recoveryRetry)
  visitor.renewCsrf()
  await visitor.setSessionCookie(token)
  limits.passwordAnywhere.forgive(flow.detail.address ?? '')
  const privilegedUntil = new Date(now().getTime() + chosen.privilegedForMs).toISOString()
  const next = await openSettings(visitor, identityId, {
    returnTo: flow.returnTo,
    shown: { messages: [notices.recovered(privilegedUntil)] },
  })
  throw continueElsewhere(flowPage(visitor, settings, next))
}
