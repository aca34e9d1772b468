import type { UiNode } from '@ory/client'
import type { FastifyReply } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { toDataURL } from 'qrcode'
import { refuse } from '#relay/backend/identity/flows/flow-type.ts'
import { finishLogin, type LoginStep } from '#relay/backend/identity/flows/login-step.ts'
import { keepSettings, refuseSettings, type SettingsStep } from '#relay/backend/identity/flows/settings-step.ts'
import { getField, isChosen } from '#relay/backend/identity/http/form.ts'
import type { Visitor } from '#relay/backend/identity/http/visitor.ts'
import {
  findAuthenticator,
  removeAuthenticator,
  saveAuthenticator,
  useStep,
} from '#relay/backend/identity/store/authenticators.ts'
import type { FlowSecret } from '#relay/backend/identity/store/flow-secret.ts'
import { labels, errorMessages } from '#relay/backend/identity/ui/messages.ts'
import { image, input, method, submit, text } from '#relay/backend/identity/ui/nodes.ts'
import { limited } from './second-factor.ts'

const periodSeconds = 30
const secretBytes = 20
const picturePx = 256

export const newAuthenticatorSecret = (): string => new Secret({ size: secretBytes }).base32

const createTotp = (secret: string, issuer: string, label: string): TOTP =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: periodSeconds })

/** Accepts adjacent time steps to allow for clock drift. Null if none matches. */
export const findStep = (secret: string, code: string, at: Date): number | null => {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const delta = createTotp(secret, '', '').validate({ token, timestamp: at.getTime(), window: 1 })
  return delta === null ? null : Math.floor(at.getTime() / (periodSeconds * 1_000)) + delta
}

const codeNode = (): UiNode =>
  input('totp', 'totp_code', 'text', {
    required: true,
    autocomplete: 'one-time-code',
    title: labels.authenticationCode,
  })

export const authenticatorLoginNodes = (): UiNode[] => [codeNode(), method('totp', labels.useAuthenticator)]

export const logInWithAuthenticator = (step: LoginStep): Promise<object | FastifyReply> =>
  limited(step, async (identityId) => {
    const { visitor, type, flow, form } = step
    const { database, ring, now, limits } = visitor.context
    const code = getField(form, 'totp_code')
    if (code === undefined) {
      return refuse(visitor, type, flow, {
        fieldMessages: { totp_code: [errorMessages.required('totp_code')] },
        active: 'totp',
      })
    }
    const secret = await findAuthenticator(database, ring, identityId)
    if (secret === undefined)
      return refuse(visitor, type, flow, { messages: [errorMessages.noAuthenticator], active: 'totp' })
    const used = findStep(secret, code, now())
    if (used === null || !(await useStep(database, identityId, used))) {
      return refuse(visitor, type, flow, { messages: [errorMessages.authenticatorCode], active: 'totp' })
    }
    limits.secondFactor.forgive(identityId)
    return finishLogin(step, identityId, 'totp', 'aal2')
  })

export const authenticatorSettingsNodes = async (
  { context }: Visitor,
  account: { readonly id: string; readonly traits: { readonly email: string } },
  secret: FlowSecret,
): Promise<UiNode[]> => {
  const { database, ring, settings } = context
  if ((await findAuthenticator(database, ring, account.id)) !== undefined) {
    return [submit('totp', 'totp_unlink', 'true', labels.unlinkAuthenticator)]
  }
  const { authenticator } = secret
  if (authenticator === undefined) return []
  const address = createTotp(authenticator, settings.issuer, account.traits.email).toString()
  const picture = await toDataURL(address, { width: picturePx, margin: 2 })
  return [
    image('totp', 'totp_qr', { src: picture, sizePx: picturePx }, labels.authenticatorPicture),
    text('totp', 'totp_secret_key', labels.authenticatorSecretText(authenticator), labels.authenticatorSecret),
    codeNode(),
    method('totp', labels.save),
  ]
}

export const changeAuthenticator = async (step: SettingsStep): Promise<object | FastifyReply> => {
  const { visitor, form, session, secret } = step
  const { database, ring, now, sessions } = visitor.context
  const { id } = session.account
  if (isChosen(form, 'totp_unlink')) {
    return keepSettings(step, 'authenticator.removed', (transaction) => removeAuthenticator(transaction, id))
  }
  const pending = secret.authenticator
  const code = getField(form, 'totp_code')
  if (code === undefined) {
    return refuseSettings(step, { fieldMessages: { totp_code: [errorMessages.required('totp_code')] }, active: 'totp' })
  }
  const used = pending === undefined ? null : findStep(pending, code, now())
  if (pending === undefined || used === null || (await findAuthenticator(database, ring, id)) !== undefined) {
    return refuseSettings(step, { fieldMessages: { totp_code: [errorMessages.authenticatorCode] }, active: 'totp' })
  }
  return keepSettings(step, 'authenticator.added', async (transaction) => {
    await saveAuthenticator(transaction, ring, { identityId: id, secret: pending, step: used, at: now() })
    return sessions.stepUp(transaction, session, 'totp', 'aal2')
  })
}
