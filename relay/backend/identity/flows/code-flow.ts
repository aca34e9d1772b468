import type { RecoveryFlow, UiNode, UiText, VerificationFlow } from '@ory/client'
import type { FastifyReply } from 'fastify'
import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { getField, type Form } from '#relay/backend/identity/http/form.ts'
import type { Visitor } from '#relay/backend/identity/http/visitor.ts'
import { isSame, type KeyRing } from '#relay/backend/secrets/key-ring.ts'
import { findAccountByEmail, normaliseEmail, type Account } from '#relay/backend/identity/store/accounts.ts'
import { countCodeTry, saveCode, type FlowRecord } from '#relay/backend/identity/store/flows.ts'
import { labels, errorMessages } from '#relay/backend/identity/ui/messages.ts'
import { csrfToken, input, submit } from '#relay/backend/identity/ui/nodes.ts'
import { sendFlow, flowPage, openFlow, refuse, type FlowType } from './flow-type.ts'

type CodeFlowType = FlowType<RecoveryFlow | VerificationFlow>

const mostTries = 5

export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

export const hashCode = (ring: KeyRing, flowId: string, code: string): Buffer => ring.mark(`code ${flowId}`, code)

export const codeNodes = (visitor: Visitor, { state, detail }: FlowRecord, codeLabel: UiText): UiNode[] => {
  const csrf = csrfToken(visitor.csrfToken())
  if (state === 'choose_method') {
    return [
      csrf,
      input('code', 'email', 'email', { required: true, autocomplete: 'email', title: labels.email }),
      submit('code', 'method', 'code', labels.submit),
    ]
  }
  return [
    input('code', 'code', 'text', {
      required: true,
      pattern: '[0-9]+',
      maxlength: 6,
      autocomplete: 'one-time-code',
      title: codeLabel,
    }),
    input('code', 'method', 'hidden', { value: 'code' }),
    submit('code', 'method', 'code', labels.submit),
    ...(detail.address === undefined ? [] : [submit('code', 'email', detail.address, labels.resend)]),
    csrf,
  ]
}

export const startAgain = async (
  visitor: Visitor,
  type: CodeFlowType,
  { returnTo }: FlowRecord,
  message: UiText,
): Promise<FastifyReply> => {
  visitor.renewCsrf()
  const flow = await openFlow(visitor, type, { returnTo, detail: { shown: { messages: [message], active: 'code' } } })
  return visitor.redirect(
    visitor.isJson
      ? visitor.service(`/self-service/${type.kind}/flows`, { id: flow.id })
      : flowPage(visitor, type, flow),
  )
}

interface CodeRequest {
  readonly form: Form
  readonly notice: UiText
  readonly mail: (account: Account, code: string) => void
}

/**
 * Security: the response is the same whether or not the account exists.
 * Over the mail limit, the last code stays valid and no mail is sent.
 */
export const sendCode = async (
  visitor: Visitor,
  type: CodeFlowType,
  flow: FlowRecord,
  { form, notice, mail }: CodeRequest,
): Promise<object | FastifyReply> => {
  const { database, ring, limits } = visitor.context
  const entered = getField(form, 'email')
  const email = normaliseEmail(entered ?? '')
  if (entered === undefined || !z.email().max(254).safeParse(email).success) {
    const error = entered === undefined ? errorMessages.required('email') : errorMessages.email(entered.slice(0, 254))
    return refuse(visitor, type, flow, { fieldMessages: { email: [error] }, active: 'code' })
  }
  const waitMs = limits.request.consume(visitor.address)
  if (waitMs > 0) {
    visitor.reply.header('retry-after', Math.ceil(waitMs / 1_000))
    return refuse(visitor, type, flow, { messages: [errorMessages.tooManyTries(waitMs)], active: 'code' })
  }

  const found = await findAccountByEmail(database, email)
  const account = found?.isActive === true ? found : undefined
  const canSend = limits.mail.consume(`${type.kind} ${email}`) === 0
  const code = newCode()
  const keepsCode = !canSend && flow.code !== null && flow.detail.address === email
  const sent: FlowRecord = {
    ...flow,
    state: 'sent_email',
    detail: { address: email, shown: { messages: [notice], active: 'code' } },
    ...(keepsCode
      ? {}
      : { identityId: account?.id ?? null, code: hashCode(ring, flow.id, canSend ? code : newCode()) }),
  }
  await saveCode(database, sent, { isNew: !keepsCode })
  if (canSend && account !== undefined) mail(account, code)
  return sendFlow(visitor, type, sent)
}

type CodeCheck = 'right' | 'wrong' | 'too many'

/** Counts the attempt before it compares, so that parallel requests cannot exceed five per code. */
export const checkCode = async (visitor: Visitor, flow: FlowRecord, code: string): Promise<CodeCheck> => {
  const { database, ring, limits } = visitor.context
  if ((await countCodeTry(database, flow.id)) > mostTries || limits.address.consume(visitor.address) > 0)
    return 'too many'
  const isRight = flow.code !== null && isSame(flow.code, hashCode(ring, flow.id, code.trim()))
  if (!isRight || flow.identityId === null) return 'wrong'
  limits.address.giveBack(visitor.address)
  return 'right'
}
