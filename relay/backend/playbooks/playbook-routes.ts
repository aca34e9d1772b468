import type { FastifyPluginAsync } from 'fastify'
import type { z } from 'zod'
import { isId } from '#shared/primitives/id.ts'
import {
  approveRunRoute,
  approversRoute,
  cancelRunRoute,
  parametersRoute,
  preflightRoute,
  runnablePlaybooksRoute,
  runPreviewRoute,
  runRoute,
  startRunRoute,
  webhookRoute,
} from '#shared/playbooks/playbook-routes.ts'
import { formatPath } from '#shared/primitives/format-path.ts'
import { toText } from '#shared/primitives/to-text.ts'
import { handleErrors, type SendError } from '#relay/errors/error-handler.ts'
import { AccessDenied, type HttpError, invalid, notFound } from '#relay/errors/http-error.ts'
import { serve } from '#relay/http/serve.ts'
import { approveRun, loadRunApprovers } from '#relay/backend/playbooks/runs/approve-run.ts'
import { cancelRun } from '#relay/backend/playbooks/runs/cancel-run.ts'
import { assertCanRead, getReadAccess } from '#relay/backend/playbooks/access/assert-can-read.ts'
import { listPlaybooks } from '#relay/backend/playbooks/spec/list-playbooks.ts'
import { logRoutes } from '#relay/backend/playbooks/log/log-routes.ts'
import type { PlaybookDeps } from '#relay/backend/playbooks/playbook-deps.ts'
import { createPreflight } from '#relay/backend/playbooks/runs/preflight.ts'
import { shownParameters } from '#relay/backend/playbooks/spec/resolve-parameters.ts'
import { previewRun } from '#relay/backend/playbooks/runs/run-preview.ts'
import { readRun } from '#relay/backend/playbooks/runs/run-store.ts'
import { readRunnable, startRun } from '#relay/backend/playbooks/runs/start-run.ts'
import { startByWebhook } from '#relay/backend/playbooks/triggers/webhook.ts'

const toError = ({ issues: [issue] }: z.ZodError): HttpError => {
  const path = formatPath(issue?.path)
  const isValue = path.startsWith('params.')
  const reason = isValue
    ? `The value of the parameter ${path.slice('params.'.length)} must be a string.`
    : `${path === '' ? 'The body' : path} is invalid: ${issue?.message ?? 'unreadable'}.`
  return invalid(reason)
}

const codes: Readonly<Record<string, string>> = { bad_request: 'invalid', unauthorised: 'unauthorized' }

/** The codes are those of the production service. */
const sendError: SendError = ({ status, code, message, advice }, _request, reply) =>
  reply
    .code(status)
    .send({ error: message, ...(advice !== undefined && { message: advice }), code: codes[code] ?? code })

const guid = (text: string, kind: string): string => {
  if (isId(text)) return text
  throw notFound(`${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${text} not found.`)
}

export const playbookRoutes: FastifyPluginAsync<{ readonly deps: PlaybookDeps }> = async (app, { deps }) => {
  handleErrors(app, sendError)

  app.addHook('preHandler', async ({ viewer, routeOptions }) => {
    if (routeOptions.url !== webhookRoute.path && getReadAccess(viewer) === 'none') throw new AccessDenied('playbooks')
  })

  serve(app, runnablePlaybooksRoute, { toError }, async ({ query, viewer }) => listPlaybooks(deps, query, viewer))

  serve(app, parametersRoute, { toError }, async ({ params: { id }, body: request, viewer }) => {
    const params = request.params ?? {}
    const { spec, environment, resolve } = await readRunnable(deps, guid(id, 'playbook'), {
      ids: request,
      viewer,
      params,
    })
    return { params: await shownParameters(spec.parameters, params, environment, resolve) }
  })

  serve(app, preflightRoute, { toError }, async ({ params: { id }, body, viewer }) =>
    createPreflight(deps, guid(id, 'playbook'), body, viewer),
  )

  serve(app, startRunRoute, { toError }, async ({ body, viewer }, reply) => {
    reply.code(201)
    return startRun(deps, body, viewer)
  })

  serve(app, runRoute, async ({ params: { id }, viewer }) => {
    await assertCanRead(deps.database, viewer, guid(id, 'run'))
    const run = await readRun(deps.database, guid(id, 'run'))
    if (run === undefined) throw notFound(`Run ${id} not found.`)
    return { ...run, created_by: run.created_by?.id ?? null }
  })

  serve(app, approversRoute, async ({ params: { id }, viewer }, reply) => {
    await assertCanRead(deps.database, viewer, guid(id, 'run'))
    reply.header('cache-control', 'no-store')
    return loadRunApprovers(deps.database, id, viewer)
  })

  serve(app, runPreviewRoute, async ({ params: { id }, viewer }, reply) => {
    await assertCanRead(deps.database, viewer, guid(id, 'run'))
    reply.header('cache-control', 'no-store')
    return previewRun(deps, id, viewer)
  })

  serve(app, approveRunRoute, async ({ params: { id }, viewer }) => approveRun(deps, guid(id, 'run'), viewer))

  serve(app, cancelRunRoute, async ({ params: { id }, viewer }) => cancelRun(deps, guid(id, 'run'), viewer))

  await app.register(async (open) => {
    open.removeAllContentTypeParsers()
    open.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    serve(open, webhookRoute, async ({ params, headers, body, query, url }, reply) => {
      const text = toText(body)
      reply.code(201)
      return startByWebhook(deps, params['*'], { headers, text, query, url })
    })
  })

  await app.register(logRoutes, { database: deps.database })
}
