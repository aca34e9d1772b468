import type { LogoutFlow } from '@ory/client'
import type { FastifyReply } from 'fastify'
import { sessionInactive } from '#relay/backend/identity/http/self-service-error.ts'
import type { Visitor } from '#relay/backend/identity/http/visitor.ts'
import { isSame } from '#relay/backend/secrets/key-ring.ts'
import { recordEvent } from '#relay/backend/identity/store/events.ts'
import { forbidden } from '#relay/errors/http-error.ts'
import { toOrigin } from './login-step.ts'

const createToken = (visitor: Visitor, sessionId: string): string =>
  `ory_lo_${visitor.context.ring.mark('logout', sessionId).toString('base64url')}`

const requireSession = async (visitor: Visitor) => {
  const session = await visitor.session()
  if (session === null) throw sessionInactive(visitor.page('/login'))
  return session
}

export const createLogout = async (visitor: Visitor): Promise<LogoutFlow> => {
  const returnTo = visitor.returnTo()
  const { id } = await requireSession(visitor)
  const token = createToken(visitor, id)
  return {
    logout_token: token,
    logout_url: visitor.service('/self-service/logout', { token, return_to: returnTo }),
  }
}

export const submitLogout = async (visitor: Visitor): Promise<FastifyReply> => {
  const returnTo = visitor.returnTo()
  const { id, account } = await requireSession(visitor)
  const token = Buffer.from(visitor.query('token') ?? '')
  if (!isSame(token, Buffer.from(createToken(visitor, id)))) {
    throw forbidden('The sign-out token does not match your session.')
  }
  const { database, sessions, now } = visitor.context
  await sessions.end(id)
  await recordEvent(database, { at: now(), identityId: account.id, event: 'logout', ...toOrigin(visitor) })
  visitor.dropSession()
  return visitor.isJson ? visitor.reply.status(204).send() : visitor.redirect(returnTo ?? visitor.page('/login'))
}
