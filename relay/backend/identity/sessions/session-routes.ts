import type { FastifyPluginAsync } from 'fastify'
import {
  endOtherSessionsRoute,
  endSessionRoute,
  otherSessionsRoute,
  sessionRoute,
} from '#shared/identity/session-routes.ts'
import type { ToVisitor } from '#relay/backend/identity/flows/flow-routes.ts'
import { toOrigin } from '#relay/backend/identity/flows/login-step.ts'
import { secondFactorRequired, unauthorised } from '#relay/backend/identity/http/self-service-error.ts'
import type { Visitor } from '#relay/backend/identity/http/visitor.ts'
import { serve } from '#relay/http/serve.ts'
import { recordEvent } from '#relay/backend/identity/store/events.ts'
import { invalid, notFound } from '#relay/errors/http-error.ts'
import { lacksSecondFactor, sessionBody, type ActiveSession } from './sessions.ts'

const requireSession = async (visitor: Visitor): Promise<ActiveSession> => {
  const session = await visitor.session()
  if (session === null) throw unauthorised()
  if (lacksSecondFactor(session)) {
    throw secondFactorRequired(visitor.service('/self-service/login/browser', { aal: 'aal2', return_to: null }))
  }
  return session
}

export const sessionRoutes: FastifyPluginAsync<{ readonly toVisitor: ToVisitor }> = async (app, { toVisitor }) => {
  serve(app, sessionRoute, async (request, reply) => {
    const visitor = toVisitor(request, reply)
    if (visitor.query('tokenize_as') !== undefined) {
      throw invalid('Session tokens are not supported.')
    }
    const session = await requireSession(visitor)
    reply.header('x-kratos-authenticated-identity-id', session.account.id)
    return sessionBody(session, visitor.base)
  })

  serve(app, otherSessionsRoute, async (request, reply) => {
    const visitor = toVisitor(request, reply)
    const others = await visitor.context.sessions.others(await requireSession(visitor))
    return others.map((other) => sessionBody(other, visitor.base))
  })

  serve(app, endOtherSessionsRoute, async (request, reply) => {
    const visitor = toVisitor(request, reply)
    const { database, sessions, now } = visitor.context
    const { id, account } = await requireSession(visitor)
    const count = await sessions.endAll(database, account.id, id)
    await recordEvent(database, { at: now(), identityId: account.id, event: 'sessions.ended', ...toOrigin(visitor) })
    return { count }
  })

  serve(app, endSessionRoute, async (request, reply) => {
    const visitor = toVisitor(request, reply)
    const { database, sessions } = visitor.context
    const { id, account } = await requireSession(visitor)
    if (request.params.id === id) {
      throw invalid('This is your current session. Sign out to end it.')
    }
    if (!(await sessions.endOne(database, account.id, request.params.id))) {
      throw notFound('Session not found.')
    }
    return reply.status(204).send()
  })
}
