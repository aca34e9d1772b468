import type { ContinueWith, VerificationFlow } from '@ory/client'
import type { FastifyReply } from 'fastify'
import { getField } from '#relay/backend/identity/http/form.ts'
import { unknownFlow } from '#relay/backend/identity/http/self-service-error.ts'
import type { Visitor } from '#relay/backend/identity/http/visitor.ts'
import { verificationMail } from '#relay/backend/identity/mail/mails.ts'
import { markVerificationSent, markVerified } from '#relay/backend/identity/store/accounts.ts'
import { recordEvent } from '#relay/backend/identity/store/events.ts'
import { finishFlow, saveFlow, type FlowRecord } from '#relay/backend/identity/store/flows.ts'
import { container } from '#relay/backend/identity/ui/container.ts'
import { labels, notices, errorMessages } from '#relay/backend/identity/ui/messages.ts'
import { anchor } from '#relay/backend/identity/ui/nodes.ts'
import { checkCode, codeNodes, hashCode, newCode, sendCode, startAgain } from './code-flow.ts'
import {
  flowAction,
  sendFlow,
  commonBody,
  findByQuery,
  flowPage,
  openFlow,
  readSubmission,
  refuse,
  type FlowType,
} from './flow-type.ts'
import { toOrigin } from './login-step.ts'

const render = async (visitor: Visitor, flow: FlowRecord): Promise<VerificationFlow> => {
  const isDone = flow.state === 'passed_challenge'
  const nodes = isDone
    ? [anchor('code', 'continue', flow.returnTo ?? visitor.page('/'), labels.continue)]
    : codeNodes(visitor, flow, labels.verificationCode)
  return {
    ...commonBody(flow),
    ui: container(
      isDone ? (flow.returnTo ?? visitor.page('/')) : flowAction(visitor, flow),
      nodes,
      flow.detail.shown,
      isDone ? 'GET' : 'POST',
    ),
  }
}

export const verification: FlowType<VerificationFlow> = { kind: 'verification', page: '/verification', render }

export const createVerification = async (visitor: Visitor): Promise<VerificationFlow | FastifyReply> =>
  sendFlow(visitor, verification, await openFlow(visitor, verification, { returnTo: visitor.returnTo() }))

const toMailLink = (visitor: Visitor, flowId: string, code: string): string =>
  visitor.mailed('/self-service/verification', { flow: flowId, code })

const mailer =
  (visitor: Visitor, flowId: string) =>
  (email: string, code: string): void =>
    visitor.context.mailer.send(verificationMail(email, code, toMailLink(visitor, flowId, code)))

export const beginVerification = async (visitor: Visitor, identityId: string, email: string): Promise<ContinueWith> => {
  const { database, ring, now, limits } = visitor.context
  const code = newCode()
  const opened = await openFlow(visitor, verification, {
    identityId,
    state: 'sent_email',
    detail: { address: email, shown: { messages: [notices.verificationSent], active: 'code' } },
  })
  const flow = { ...opened, code: hashCode(ring, opened.id, code) }
  await saveFlow(database, flow)
  if (limits.mail.consume(`verification ${email}`) === 0) {
    await markVerificationSent(database, identityId, now())
    mailer(visitor, flow.id)(email, code)
  }
  return {
    action: 'show_verification_ui',
    flow: { id: flow.id, verifiable_address: email, url: flowPage(visitor, verification, flow) },
  }
}

export const submitVerification = async (visitor: Visitor): Promise<object | FastifyReply> => {
  const { kind, flow, form } = await readSubmission(visitor, verification)
  if (kind === 'forged') return startAgain(visitor, verification, flow, errorMessages.verificationRetry)
  if (kind === 'expired')
    return startAgain(visitor, verification, flow, errorMessages.verificationExpired(flow.expiresAt))
  if (flow.state === 'passed_challenge') return startAgain(visitor, verification, flow, errorMessages.verificationRetry)
  const code = getField(form, 'code')
  if (code === undefined || flow.state !== 'sent_email') {
    const mail = mailer(visitor, flow.id)
    return sendCode(visitor, verification, flow, {
      form,
      notice: notices.verificationSent,
      mail: ({ traits }, sent) => mail(traits.email, sent),
    })
  }
  const check = await checkCode(visitor, flow, code)
  if (check === 'too many') return startAgain(visitor, verification, flow, errorMessages.verificationRetry)
  if (check === 'wrong' || flow.identityId === null) {
    return refuse(
      visitor,
      verification,
      flow,
      { messages: [errorMessages.verificationCodeInvalid], active: 'code' },
      200,
    )
  }
  return verify(visitor, flow, flow.identityId)
}

const verify = async (visitor: Visitor, flow: FlowRecord, identityId: string): Promise<object | FastifyReply> => {
  const { database, now } = visitor.context
  const detail = { shown: { messages: [notices.verified], active: 'code' as const } }
  const isFirst = await database.transaction(async (transaction) => {
    if (!(await finishFlow(transaction, flow.id, detail))) return false
    await markVerified(transaction, identityId, flow.detail.address ?? '', now())
    await recordEvent(transaction, { at: now(), identityId, event: 'email.verified', ...toOrigin(visitor) })
    return true
  })
  if (!isFirst) return startAgain(visitor, verification, flow, errorMessages.verificationRetry)
  return sendFlow(visitor, verification, { ...flow, state: 'passed_challenge', detail })
}

/**
 * Only fills in the code: mail programs open links automatically. In a browser without the flow, a valid code
 * opens a new one.
 */
export const openVerificationLink = async (visitor: Visitor): Promise<FastifyReply> => {
  const code = visitor.query('code')
  const flow = await findByQuery(visitor, verification, 'flow')
  if (code === undefined) return visitor.redirect(flowPage(visitor, verification, flow.record))
  const { database, ring } = visitor.context
  const shown = { ...flow.record.detail.shown, values: { code: code.slice(0, 6) } }
  if (flow.isOurs) {
    await saveFlow(database, { ...flow.record, detail: { ...flow.record.detail, shown } })
    return visitor.redirect(flowPage(visitor, verification, flow.record))
  }
  if (flow.isExpired || flow.record.state !== 'sent_email') throw unknownFlow()
  if ((await checkCode(visitor, flow.record, code)) !== 'right') throw unknownFlow()
  const { identityId, returnTo, detail, expiresAt } = flow.record
  const own = await openFlow(visitor, verification, {
    identityId,
    returnTo,
    state: 'sent_email',
    detail: { ...detail, shown },
    lifeMs: Date.parse(expiresAt) - visitor.context.now().getTime(),
  })
  await saveFlow(database, { ...own, code: hashCode(ring, own.id, code) })
  return visitor.redirect(flowPage(visitor, verification, own))
}
