import type { UiNode, UiNodeInputAttributesOnclickTriggerEnum, UiText } from '@ory/client'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { FastifyReply } from 'fastify'
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'
import { parseJson } from '#shared/primitives/parse-json.ts'
import { refuse } from '#relay/backend/identity/flows/flow-type.ts'
import { finishLogin, type LoginStep } from '#relay/backend/identity/flows/login-step.ts'
import { keepSettings, refuseSettings, type SettingsStep } from '#relay/backend/identity/flows/settings-step.ts'
import { getField } from '#relay/backend/identity/http/form.ts'
import type { Visitor } from '#relay/backend/identity/http/visitor.ts'
import { isTaken, type Account } from '#relay/backend/identity/store/accounts.ts'
import { openFlowSecret, type FlowSecret } from '#relay/backend/identity/store/flow-secret.ts'
import type { FlowRecord } from '#relay/backend/identity/store/flows.ts'
import {
  countUse,
  findSecurityKeys,
  insertSecurityKey,
  removeSecurityKey,
  type SecurityKey,
} from '#relay/backend/identity/store/security-keys.ts'
import { labels, errorMessages } from '#relay/backend/identity/ui/messages.ts'
import { input, script, submit } from '#relay/backend/identity/ui/nodes.ts'
import { limited } from './second-factor.ts'
import { securityKeyScript } from './security-key-script.ts'

const base64url = z.string().regex(/^[\w-]+$/)
const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
const common = { id: base64url, rawId: base64url, type: z.literal('public-key') }
const registrationSchema = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.enum(transports)).catch([]).default([]),
  }),
})
const authenticationSchema = z.object({
  ...common,
  response: z.object({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url }),
})

const parsed = <T>(schema: z.ZodType<T>, text: string): T | undefined => schema.safeParse(parseJson(text)).data

const longestName = 100
const mostKeys = 20

export const newChallenge = (): string => randomBytes(32).toString('base64url')

/** WebAuthn binds keys to a host name and requires TLS, except on localhost. */
const toKeyHost = ({ origin }: Visitor): string | undefined => {
  const { hostname, protocol } = new URL(origin)
  const isSafe = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return isSafe && isIP(hostname) === 0 && !hostname.startsWith('[') ? hostname : undefined
}

const toHex = (id: string): string => Buffer.from(id, 'base64url').toString('hex')
const idFromHex = (hex: string): string => Buffer.from(hex, 'hex').toString('base64url')
const toBytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))
const toKeyReference = ({ id, transports: known }: SecurityKey) => ({
  id,
  transports: transports.filter((transport) => known.includes(transport)),
})

interface Ceremony {
  readonly field: string
  readonly publicKey: object
  readonly onclickTrigger: UiNodeInputAttributesOnclickTriggerEnum
  readonly title: UiText
}

const ceremonyNodes = (visitor: Visitor, { field, publicKey, onclickTrigger, title }: Ceremony): UiNode[] => [
  input('webauthn', `${field}_trigger`, 'button', { value: JSON.stringify({ publicKey }), onclickTrigger, title }),
  input('webauthn', field, 'hidden', { value: '' }),
  script('webauthn', 'webauthn_script', visitor.service('/.well-known/ory/webauthn.js'), securityKeyScript.integrity),
]

export const securityKeyLoginNodes = async (
  visitor: Visitor,
  account: Account,
  flow: FlowRecord,
): Promise<UiNode[]> => {
  const rpID = toKeyHost(visitor)
  const keys = await findSecurityKeys(visitor.context.database, account.id)
  const { challenge } = openFlowSecret(visitor.context.ring, flow)
  if (rpID === undefined || keys.length === 0 || challenge === undefined) return []
  const publicKey = await generateAuthenticationOptions({
    rpID,
    challenge: toBytes(challenge),
    allowCredentials: keys.map(toKeyReference),
    userVerification: 'discouraged',
  })
  const onclickTrigger = 'oryWebAuthnLogin'
  return ceremonyNodes(visitor, { field: 'webauthn_login', publicKey, onclickTrigger, title: labels.useSecurityKey })
}

interface SignedAssertion {
  readonly assertion: z.infer<typeof authenticationSchema>
  readonly challenge: string
  readonly rpID: string
}

const isSignedBy = async (
  visitor: Visitor,
  key: SecurityKey,
  { assertion, challenge, rpID }: SignedAssertion,
): Promise<boolean> => {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: visitor.origin,
      expectedRPID: rpID,
      credential: { ...toKeyReference(key), publicKey: Uint8Array.from(key.publicKey), counter: key.counter },
      requireUserVerification: false,
    })
    return verified && (await countUse(visitor.context.database, key.id, authenticationInfo.newCounter))
  } catch {
    return false
  }
}

export const logInWithSecurityKey = (step: LoginStep): Promise<object | FastifyReply> =>
  limited(step, async (identityId) => {
    const { visitor, type, flow, form } = step
    const { database, ring, limits } = visitor.context
    const assertion = parsed(authenticationSchema, getField(form, 'webauthn_login') ?? '')
    const { challenge } = openFlowSecret(ring, flow)
    const keys = await findSecurityKeys(database, identityId)
    const refuseWith = (message: (typeof errorMessages)['securityKey']) =>
      refuse(visitor, type, flow, { messages: [message], active: 'webauthn' })
    if (keys.length === 0) return refuseWith(errorMessages.noSecurityKey)
    const key = keys.find(({ id }) => id === assertion?.id)
    const rpID = toKeyHost(visitor)
    if (assertion === undefined || key === undefined || challenge === undefined || rpID === undefined) {
      return refuseWith(errorMessages.securityKey)
    }
    if (!(await isSignedBy(visitor, key, { assertion, challenge, rpID }))) return refuseWith(errorMessages.securityKey)
    limits.secondFactor.forgive(identityId)
    return finishLogin(step, identityId, 'webauthn', 'aal2')
  })

export const securityKeySettingsNodes = async (
  visitor: Visitor,
  account: Account,
  { challenge }: FlowSecret,
): Promise<UiNode[]> => {
  const keys = await findSecurityKeys(visitor.context.database, account.id)
  const removals = keys.map(({ id, name, createdAt }) =>
    submit('webauthn', 'webauthn_remove', toHex(id), labels.removeSecurityKey(name, createdAt)),
  )
  const rpID = toKeyHost(visitor)
  if (rpID === undefined || challenge === undefined) return removals
  const publicKey = await generateRegistrationOptions({
    rpName: visitor.context.settings.issuer,
    rpID,
    userName: account.traits.email,
    userID: Uint8Array.from(Buffer.from(account.id.replaceAll('-', ''), 'hex')),
    challenge: toBytes(challenge),
    attestationType: 'none',
    excludeCredentials: keys.map(toKeyReference),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'discouraged' },
  })
  return [
    ...removals,
    input('webauthn', 'webauthn_register_displayname', 'text', {
      value: '',
      maxlength: longestName,
      title: labels.securityKeyName,
    }),
    ...ceremonyNodes(visitor, {
      field: 'webauthn_register',
      publicKey,
      onclickTrigger: 'oryWebAuthnRegistration',
      title: labels.addSecurityKey,
    }),
  ]
}

const registeredKey = async (
  { visitor, form, secret }: SettingsStep,
  name: string,
): Promise<SecurityKey | undefined> => {
  const registration = parsed(registrationSchema, getField(form, 'webauthn_register') ?? '')
  const rpID = toKeyHost(visitor)
  if (registration === undefined || rpID === undefined || secret.challenge === undefined) return undefined
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...registration, clientExtensionResults: {} },
      expectedChallenge: secret.challenge,
      expectedOrigin: visitor.origin,
      expectedRPID: rpID,
      requireUserVerification: false,
    })
    if (!verified) return undefined
    const { id, publicKey, counter } = registrationInfo.credential
    const createdAt = visitor.context.now().toISOString()
    return { id, publicKey, counter, transports: registration.response.transports, name, createdAt }
  } catch {
    return undefined
  }
}

/** Adding a key also counts as the second factor of this session. */
export const changeSecurityKeys = async (step: SettingsStep): Promise<object | FastifyReply> => {
  const { visitor, form, session } = step
  const { database, sessions } = visitor.context
  const { id } = session.account
  const removed = getField(form, 'webauthn_remove')
  if (removed !== undefined) {
    return keepSettings(step, 'security key.removed', async (transaction) => {
      await removeSecurityKey(transaction, id, idFromHex(removed))
    })
  }
  const name = (getField(form, 'webauthn_register_displayname') ?? 'Security key').trim().slice(0, longestName)
  const keys = await findSecurityKeys(database, id)
  const key = await registeredKey(step, name)
  if (key === undefined || keys.length >= mostKeys || keys.some((known) => known.id === key.id)) {
    return refuseSettings(step, { messages: [errorMessages.securityKey], active: 'webauthn' })
  }
  try {
    return await keepSettings(step, 'security key.added', async (transaction) => {
      await insertSecurityKey(transaction, id, key)
      return sessions.stepUp(transaction, session, 'webauthn', 'aal2')
    })
  } catch (error) {
    if (!isTaken(error)) throw error
    return refuseSettings(step, { messages: [errorMessages.securityKey], active: 'webauthn' })
  }
}
