import type { UiContainer } from '@ory/client'
import type { FastifyReply } from 'fastify'
import { randomUUID } from 'node:crypto'
import { isId } from '#shared/primitives/id.ts'
import { getField, type Form } from '#relay/backend/identity/http/form.ts'
import { csrfViolation, SelfServiceError, unknownFlow } from '#relay/backend/identity/http/self-service-error.ts'
import type { Visitor } from '#relay/backend/identity/http/visitor.ts'
import { isSame } from '#relay/backend/secrets/key-ring.ts'
import {
  findFlow,
  insertFlow,
  saveShown,
  type FlowKind,
  type FlowRecord,
  type Shown,
} from '#relay/backend/identity/store/flows.ts'

interface FlowBody {
  readonly id: string
  readonly ui: UiContainer
}

export interface FlowType<Body extends FlowBody = FlowBody> {
  readonly kind: FlowKind
  readonly page: string
  render(visitor: Visitor, flow: FlowRecord): Promise<Body>
}

export const commonBody = (flow: FlowRecord) => ({
  id: flow.id,
  type: 'browser',
  issued_at: flow.issuedAt,
  expires_at: flow.expiresAt,
  request_url: flow.requestUrl,
  state: flow.state,
  ...(flow.returnTo !== null && { return_to: flow.returnTo }),
  ...(flow.detail.shown?.active !== undefined && { active: flow.detail.shown.active }),
})

export const flowAction = (visitor: Visitor, { kind, id }: FlowRecord): string =>
  visitor.service(`/self-service/${kind}`, { flow: id })

export const flowPage = (visitor: Visitor, { page }: FlowType, { id }: FlowRecord): string =>
  visitor.page(page, { flow: id })

type NewFlow = Partial<Pick<FlowRecord, 'identityId' | 'state' | 'returnTo' | 'detail' | 'secret' | 'browser' | 'code'>>

/** Security: removed from stored request URLs. */
const secretParameters = ['set_up', 'code', 'token', 'username', 'password']

const toRequestUrl = ({ origin, request }: Visitor): string => {
  const url = new URL(`${origin}${request.url}`)
  for (const name of secretParameters) url.searchParams.delete(name)
  return url.href.slice(0, 4_096)
}

export const openFlow = async (
  visitor: Visitor,
  { kind }: FlowType,
  { lifeMs, ...flowInput }: NewFlow & { readonly lifeMs?: number } = {},
): Promise<FlowRecord> => {
  const { settings, now, database, limits } = visitor.context
  const waitMs = limits.flow.consume(visitor.address)
  if (waitMs > 0) throw tooManyRequests(waitMs)
  visitor.ensureCsrf()
  const issuedAt = now()
  const flow: FlowRecord = {
    id: randomUUID(),
    kind,
    identityId: null,
    browser: visitor.browser ?? null,
    state: kind === 'settings' ? 'show_form' : 'choose_method',
    requestUrl: toRequestUrl(visitor),
    returnTo: null,
    detail: {},
    secret: null,
    code: null,
    issuedAt: issuedAt.toISOString(),
    expiresAt: new Date(issuedAt.getTime() + (lifeMs ?? settings.flowLifeMs)).toISOString(),
    ...flowInput,
  }
  await insertFlow(database, flow)
  return flow
}

export const tooManyRequests = (waitMs: number): SelfServiceError =>
  new SelfServiceError({
    status: 429,
    reason: `Too many requests. Wait ${Math.ceil(waitMs / 1_000)} seconds and try again.`,
    details: { retry_after_seconds: Math.ceil(waitMs / 1_000) },
  })

export const sendFlow = async <Body extends FlowBody>(
  visitor: Visitor,
  type: FlowType<Body>,
  flow: FlowRecord,
  status: 200 | 400 = 200,
): Promise<Body | FastifyReply> => {
  const isRejectedRegistration = status === 400 && type.kind === 'registration'
  if (!visitor.isJson) return visitor.redirect(flowPage(visitor, type, flow), isRejectedRegistration ? 302 : 303)
  visitor.reply.status(status)
  return type.render(visitor, flow)
}

export const refuse = async <Body extends FlowBody>(
  visitor: Visitor,
  type: FlowType<Body>,
  flow: FlowRecord,
  shown: Shown,
  status: 200 | 400 = 400,
): Promise<Body | FastifyReply> => {
  const again = { ...flow, detail: { ...flow.detail, shown } }
  await saveShown(visitor.context.database, again)
  return sendFlow(visitor, type, again, status)
}

const requireFlow = async (visitor: Visitor, kind: FlowKind, id: string | undefined): Promise<FlowRecord> => {
  const flow = id !== undefined && isId(id) ? await findFlow(visitor.context.database, kind, id) : undefined
  if (flow === undefined) throw unknownFlow()
  return flow
}

const hasExpired = (visitor: Visitor, { expiresAt }: FlowRecord): boolean =>
  Date.parse(expiresAt) <= visitor.context.now().getTime()

const belongsTo = (visitor: Visitor, { browser }: FlowRecord): boolean =>
  browser === null || (visitor.browser !== undefined && isSame(browser, visitor.browser))

/** Does not check the owner. Throws 404 if unknown. */
export const findByQuery = async (visitor: Visitor, { kind }: FlowType, name: string) => {
  const record = await requireFlow(visitor, kind, visitor.query(name))
  return { record, isOurs: belongsTo(visitor, record), isExpired: hasExpired(visitor, record) }
}

export const fetchFlow = async (visitor: Visitor, { kind }: FlowType): Promise<FlowRecord> => {
  const flow = await requireFlow(visitor, kind, visitor.query('id'))
  if (kind !== 'settings' && !belongsTo(visitor, flow)) {
    throw csrfViolation('The form was opened in another browser or before the last sign-in.')
  }
  if (flow.browser === null) visitor.ensureCsrf()
  if (hasExpired(visitor, flow)) {
    const isSignIn = kind === 'login' || kind === 'registration'
    throw new SelfServiceError({
      ...(isSignIn ? { id: 'self_service_flow_expired' } : {}),
      status: 410,
      reason: 'The form has expired. Start again.',
      details: {
        redirect_to: visitor.service(`/self-service/${kind}/browser`, { return_to: flow.returnTo }),
        return_to: flow.returnTo ?? '',
      },
    })
  }
  return flow
}

type Submission =
  | { readonly kind: 'fine'; readonly flow: FlowRecord; readonly form: Form }
  | { readonly kind: 'expired'; readonly flow: FlowRecord; readonly form: Form }
  | { readonly kind: 'forged'; readonly flow: FlowRecord; readonly form: Form }

export const readSubmission = async (visitor: Visitor, { kind }: FlowType): Promise<Submission> => {
  const { form } = visitor
  const flow = await requireFlow(visitor, kind, visitor.query('flow'))
  const isForged = !belongsTo(visitor, flow) || !visitor.matchesCsrf(getField(form, 'csrf_token'))
  if (isForged) return { kind: 'forged', flow, form }
  return { kind: hasExpired(visitor, flow) ? 'expired' : 'fine', flow, form }
}

export const replaceExpired = async (
  visitor: Visitor,
  type: FlowType,
  expired: FlowRecord,
  replacement: FlowRecord,
): Promise<FastifyReply> => {
  if (!visitor.isJson) return visitor.redirect(flowPage(visitor, type, replacement))
  throw new SelfServiceError({
    id: 'self_service_flow_expired',
    status: 410,
    reason: 'The form has expired. Continue with the new one.',
    extras: {
      use_flow_id: replacement.id,
      expired_at: expired.expiresAt,
      since: (visitor.context.now().getTime() - Date.parse(expired.expiresAt)) * 1_000_000,
    },
  })
}

export const forged = (): SelfServiceError => csrfViolation('The CSRF token is missing or does not match the cookie.')
