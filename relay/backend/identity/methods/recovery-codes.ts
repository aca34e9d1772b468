import type { UiNode } from '@ory/client'
import type { FastifyReply } from 'fastify'
import { randomInt } from 'node:crypto'
import { refuse } from '#relay/backend/identity/flows/flow-type.ts'
import { finishLogin, type LoginStep } from '#relay/backend/identity/flows/login-step.ts'
import {
  isPrivileged,
  keepSettings,
  refuseSettings,
  showSettings,
  type SettingsStep,
} from '#relay/backend/identity/flows/settings-step.ts'
import { getField, isChosen } from '#relay/backend/identity/http/form.ts'
import type { Visitor } from '#relay/backend/identity/http/visitor.ts'
import { isSame } from '#relay/backend/secrets/key-ring.ts'
import type { ActiveSession } from '#relay/backend/identity/sessions/sessions.ts'
import type { FlowSecret } from '#relay/backend/identity/store/flow-secret.ts'
import type { FlowRecord } from '#relay/backend/identity/store/flows.ts'
import {
  findRecoveryCodes,
  removeRecoveryCodes,
  replaceRecoveryCodes,
  useRecoveryCode,
} from '#relay/backend/identity/store/recovery-codes.ts'
import { labels, errorMessages } from '#relay/backend/identity/ui/messages.ts'
import { input, method, submit, text } from '#relay/backend/identity/ui/nodes.ts'
import { limited } from './second-factor.ts'

const howMany = 12
const howLong = 8
const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'

const newCode = (): string => Array.from({ length: howLong }, () => alphabet[randomInt(alphabet.length)]).join('')

export const recoveryCodeLoginNodes = (): UiNode[] => [
  input('lookup_secret', 'lookup_secret', 'text', { required: true, title: labels.backupCode }),
  method('lookup_secret', labels.useRecoveryCode),
]

export const logInWithRecoveryCode = (step: LoginStep): Promise<object | FastifyReply> =>
  limited(step, async (identityId) => {
    const { visitor, type, flow, form } = step
    const { database, ring, now, limits } = visitor.context
    const entered = getField(form, 'lookup_secret')?.trim().toLowerCase()
    if (entered === undefined) {
      const fieldMessages = { lookup_secret: [errorMessages.required('lookup_secret')] }
      return refuse(visitor, type, flow, { fieldMessages, active: 'lookup_secret' })
    }
    const codes = await findRecoveryCodes(database, ring, identityId)
    const refuseWith = (message: (typeof errorMessages)['recoveryCode']) =>
      refuse(visitor, type, flow, { messages: [message], active: 'lookup_secret' })
    if (codes.length === 0) return refuseWith(errorMessages.noRecoveryCodes)
    const match = codes.find(({ code }) => isSame(Buffer.from(code), Buffer.from(entered)))
    if (match === undefined) return refuseWith(errorMessages.recoveryCode)
    const isFresh = match.usedAt === null && (await useRecoveryCode(database, identityId, match.position, now()))
    if (!isFresh) return refuseWith(errorMessages.usedRecoveryCode)
    limits.secondFactor.forgive(identityId)
    return finishLogin(step, identityId, 'lookup_secret', 'aal2')
  })

const codesNode = (codes: readonly { code: string; usedAt: string | null }[]): UiNode =>
  text(
    'lookup_secret',
    'lookup_secret_codes',
    labels.codeList(codes.map(({ code, usedAt }) => (usedAt === null ? labels.code(code) : labels.usedCode(usedAt)))),
    labels.codes,
  )

const button = (name: string, title: (typeof labels)['revealCodes']): UiNode =>
  submit('lookup_secret', `lookup_secret_${name}`, 'true', title)

export const recoveryCodeSettingsNodes = async (
  visitor: Visitor,
  session: ActiveSession,
  flow: FlowRecord,
  secret: FlowSecret,
): Promise<UiNode[]> => {
  const { database, ring } = visitor.context
  const canSee = isPrivileged(visitor, session)
  if (flow.detail.codes === 'regenerated' && secret.codes !== undefined && canSee) {
    return [codesNode(secret.codes.map((code) => ({ code, usedAt: null }))), button('confirm', labels.confirmCodes)]
  }
  const saved = await findRecoveryCodes(database, ring, session.account.id)
  if (saved.length === 0) return [button('regenerate', labels.regenerateCodes)]
  const disable = button('disable', labels.disableCodes)
  if (flow.detail.codes !== 'revealed' || !canSee) return [button('reveal', labels.revealCodes), disable]
  return [button('regenerate', labels.regenerateCodes), codesNode(saved), disable]
}

/** New codes become valid when they are confirmed. */
export const changeRecoveryCodes = async (step: SettingsStep): Promise<object | FastifyReply> => {
  const { visitor, form, flow, session, secret } = step
  const { ring, sessions } = visitor.context
  const { id } = session.account
  if (isChosen(form, 'lookup_secret_disable')) {
    return keepSettings(step, 'recovery codes.removed', (transaction) => removeRecoveryCodes(transaction, id))
  }
  if (isChosen(form, 'lookup_secret_regenerate')) {
    const codes = Array.from({ length: howMany }, newCode)
    return showSettings(step, { ...flow.detail, codes: 'regenerated' }, { ...secret, codes })
  }
  const { codes } = secret
  if (isChosen(form, 'lookup_secret_confirm') && codes !== undefined) {
    return keepSettings(step, 'recovery codes.added', async (transaction) => {
      await replaceRecoveryCodes(transaction, ring, id, codes)
      return sessions.stepUp(transaction, session, 'lookup_secret', 'aal2')
    })
  }
  if (isChosen(form, 'lookup_secret_reveal')) {
    return showSettings(step, { ...flow.detail, codes: 'revealed' }, secret)
  }
  return refuseSettings(step, { messages: [errorMessages.noSettingsMethod], active: 'lookup_secret' })
}
