import type { SettingsFlow } from '@ory/client'
import type { FastifyReply } from 'fastify'
import { getField, type Form } from '#relay/backend/identity/http/form.ts'
import {
  identityMismatch,
  refreshRequired,
  secondFactorRequired,
  sessionInactive,
  unauthorised,
} from '#relay/backend/identity/http/self-service-error.ts'
import type { Visitor } from '#relay/backend/identity/http/visitor.ts'
import {
  authenticatorSettingsNodes,
  changeAuthenticator,
  newAuthenticatorSecret,
} from '#relay/backend/identity/methods/authenticator.ts'
import { changeRecoveryCodes, recoveryCodeSettingsNodes } from '#relay/backend/identity/methods/recovery-codes.ts'
import {
  changeSecurityKeys,
  newChallenge,
  securityKeySettingsNodes,
} from '#relay/backend/identity/methods/security-keys.ts'
import { lacksSecondFactor, type ActiveSession } from '#relay/backend/identity/sessions/sessions.ts'
import { identityBody } from '#relay/backend/identity/store/accounts.ts'
import { openFlowSecret, sealFlowSecret, type FlowSecret } from '#relay/backend/identity/store/flow-secret.ts'
import { saveFlow, type FlowRecord, type Shown } from '#relay/backend/identity/store/flows.ts'
import { container } from '#relay/backend/identity/ui/container.ts'
import { errorMessages } from '#relay/backend/identity/ui/messages.ts'
import { csrfToken } from '#relay/backend/identity/ui/nodes.ts'
import {
  flowAction,
  sendFlow,
  commonBody,
  flowPage,
  forged,
  openFlow,
  readSubmission,
  refuse,
  replaceExpired,
  type FlowType,
} from './flow-type.ts'
import { changePassword, passwordSettingsNodes } from './settings-password.ts'
import { changeProfile, changesAddress, profileNodes } from './settings-profile.ts'
import { isPrivileged, type SettingsStep } from './settings-step.ts'

const render = async (visitor: Visitor, flow: FlowRecord): Promise<SettingsFlow> => {
  const session = await requireOwner(visitor, flow)
  const secret = openFlowSecret(visitor.context.ring, flow)
  const nodes = [
    csrfToken(visitor.csrfToken()),
    ...profileNodes(session.account),
    ...passwordSettingsNodes(),
    ...(await recoveryCodeSettingsNodes(visitor, session, flow, secret)),
    ...(await securityKeySettingsNodes(visitor, session.account, secret)),
    ...(await authenticatorSettingsNodes(visitor, session.account, secret)),
  ]
  return {
    ...commonBody(flow),
    identity: identityBody(session.account, visitor.base),
    ui: container(flowAction(visitor, flow), nodes, flow.detail.shown),
  }
}

export const settings: FlowType<SettingsFlow> = { kind: 'settings', page: '/profile-settings', render }

const stepUp = (visitor: Visitor, returnTo: string | null) =>
  secondFactorRequired(visitor.service('/self-service/login/browser', { aal: 'aal2', return_to: returnTo }))

const requireOwner = async (visitor: Visitor, flow: FlowRecord): Promise<ActiveSession> => {
  const session = await visitor.session()
  if (session === null) throw unauthorised(visitor.page('/login', { return_to: flowPage(visitor, settings, flow) }))
  if (flow.identityId !== session.account.id) throw identityMismatch()
  if (lacksSecondFactor(session)) throw stepUp(visitor, flowPage(visitor, settings, flow))
  return session
}

const freshSecret = (): FlowSecret => ({ authenticator: newAuthenticatorSecret(), challenge: newChallenge() })

export const openSettings = async (
  visitor: Visitor,
  identityId: string,
  { returnTo = null, shown = {} }: { returnTo?: string | null; shown?: Shown } = {},
): Promise<FlowRecord> => {
  const { database, ring } = visitor.context
  const flow = await openFlow(visitor, settings, { identityId, returnTo, browser: null, detail: { shown } })
  const sealed = { ...flow, secret: sealFlowSecret(ring, flow.id, freshSecret()) }
  await saveFlow(database, sealed)
  return sealed
}

export const createSettings = async (visitor: Visitor): Promise<SettingsFlow | FastifyReply> => {
  const returnTo = visitor.returnTo()
  const session = await visitor.session()
  const here = visitor.page(settings.page, returnTo === null ? {} : { return_to: returnTo })
  if (session === null) throw sessionInactive(visitor.service('/self-service/login/browser', { return_to: here }))
  if (lacksSecondFactor(session)) throw stepUp(visitor, here)
  return sendFlow(visitor, settings, await openSettings(visitor, session.account.id, { returnTo }))
}

type Section = (step: SettingsStep) => Promise<object | FastifyReply>

const sections: Readonly<Record<string, { readonly change: Section; readonly marks: readonly string[] }>> = {
  password: { change: changePassword, marks: [] },
  lookup_secret: {
    change: changeRecoveryCodes,
    marks: ['reveal', 'regenerate', 'confirm', 'disable'].map((name) => `lookup_secret_${name}`),
  },
  webauthn: { change: changeSecurityKeys, marks: ['webauthn_register', 'webauthn_remove'] },
  totp: { change: changeAuthenticator, marks: ['totp_unlink', 'totp_code'] },
  profile: { change: changeProfile, marks: [] },
}

const findSection = (form: Form) => {
  const method = getField(form, 'method')
  const name =
    method ??
    Object.keys(sections).find((key) => sections[key]?.marks.some((mark) => getField(form, mark) !== undefined))
  return name === undefined || !Object.hasOwn(sections, name) ? undefined : sections[name]
}

/** Every section except plain names requires recent authentication. */
export const submitSettings = async (visitor: Visitor): Promise<object | FastifyReply> => {
  if ((await visitor.session()) === null) throw unauthorised(visitor.page('/login'))
  const submission = await readSubmission(visitor, settings)
  const { flow, form } = submission
  const session = await requireOwner(visitor, flow)
  if (submission.kind === 'forged') throw forged()
  if (submission.kind === 'expired') {
    const shown = { messages: [errorMessages.settingsExpired(flow.expiresAt)] }
    const replacement = await openSettings(visitor, session.account.id, { returnTo: flow.returnTo, shown })
    return replaceExpired(visitor, settings, flow, replacement)
  }
  const section = findSection(form)
  if (section === undefined) return refuse(visitor, settings, flow, { messages: [errorMessages.noSettingsMethod] })
  const isPlain = section.change === changeProfile && !changesAddress(form, session.account)
  if (!isPlain && !isPrivileged(visitor, session)) {
    const back = visitor.service('/self-service/settings', { flow: flow.id })
    throw refreshRequired(visitor.service('/self-service/login/browser', { refresh: 'true', return_to: back }))
  }
  const secret = openFlowSecret(visitor.context.ring, flow)
  return section.change({ visitor, type: settings, flow, form, session, secret, freshSecret })
}
