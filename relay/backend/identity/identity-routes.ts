import cookie from '@fastify/cookie'
import type { FastifyPluginAsync } from 'fastify'
import { handleErrors } from '#relay/errors/error-handler.ts'
import { notFound } from '#relay/errors/http-error.ts'
import { flowRoutes, type ToVisitor } from './flows/flow-routes.ts'
import { createLogin, login, submitLogin } from './flows/login.ts'
import { createLogout, submitLogout } from './flows/logout.ts'
import { createRegistration, registration, submitRegistration } from './flows/registration.ts'
import { createRecovery, recovery, submitRecovery } from './flows/recovery.ts'
import { createSettings, settings, submitSettings } from './flows/settings.ts'
import { createVerification, openVerificationLink, submitVerification, verification } from './flows/verification.ts'
import { sendError, errorRoutes } from './http/errors.ts'
import { SelfServiceError } from './http/self-service-error.ts'
import { Visitor } from './http/visitor.ts'
import type { IdentityContext } from './identity-context.ts'
import { identitySchema } from './identity-schema.ts'
import { securityKeyScript } from './methods/security-key-script.ts'
import { sessionRoutes } from './sessions/session-routes.ts'

const refuseOtherSites = ({ request, origin }: Visitor): void => {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { origin: from, 'sec-fetch-site': site } = request.headers
  const isSameOrigin = from === undefined || from === origin
  if (isSameOrigin && site !== 'cross-site' && site !== 'same-site') return
  throw new SelfServiceError({
    id: 'security_csrf_violation',
    status: 403,
    reason: 'The request comes from a page of another site.',
  })
}

export const identityRoutes =
  (context: IdentityContext): FastifyPluginAsync =>
  async (app) => {
    const toVisitor: ToVisitor = (request, reply) => new Visitor(context, app.prefix, request, reply)

    if (!app.hasReplyDecorator('setCookie')) await app.register(cookie)
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      ['application/json', 'application/x-www-form-urlencoded'],
      { parseAs: 'string' },
      async (_request: unknown, body: string | Buffer) => body.toString(),
    )
    app.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'private, no-cache, no-store, must-revalidate')
      refuseOtherSites(toVisitor(request, reply))
    })
    handleErrors(app, (error, request, reply) => sendError(toVisitor(request, reply), error))
    app.setNotFoundHandler(async () => {
      throw notFound('Address not found.')
    })

    await app.register(flowRoutes, { toVisitor, type: login, create: createLogin, submit: submitLogin })
    await app.register(flowRoutes, {
      toVisitor,
      type: registration,
      create: createRegistration,
      submit: submitRegistration,
    })
    await app.register(flowRoutes, { toVisitor, type: recovery, create: createRecovery, submit: submitRecovery })
    await app.register(flowRoutes, {
      toVisitor,
      type: verification,
      create: createVerification,
      submit: submitVerification,
      open: openVerificationLink,
    })
    await app.register(flowRoutes, { toVisitor, type: settings, create: createSettings, submit: submitSettings })
    app.get('/self-service/logout/browser', async (request, reply) => createLogout(toVisitor(request, reply)))
    app.get('/self-service/logout', async (request, reply) => submitLogout(toVisitor(request, reply)))
    await app.register(sessionRoutes, { toVisitor })
    await app.register(errorRoutes, { toVisitor })
    app.get('/health/alive', async () => ({ status: 'ok' }))
    app.get('/health/ready', async (_request, reply) => {
      try {
        await context.database.query('select 1')
        return { status: 'ok' }
      } catch {
        return reply.status(503).send({ errors: { database: 'The database is unavailable.' } })
      }
    })
    app.get('/version', async () => ({ version: 'embedded' }))
    app.get('/schemas/default', async () => identitySchema)
    app.get('/.well-known/change-password', async (request, reply) => {
      const visitor = toVisitor(request, reply)
      return visitor.redirect(visitor.page(settings.page))
    })
    app.get('/.well-known/ory/webauthn.js', async (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(securityKeyScript.source),
    )
  }
