import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { linesUsual, logsRoute } from '#shared/logs/log-routes.ts'
import { refuseAccess } from '#relay/backend/refuse-access.ts'
import type { SeenComponents } from '#relay/backend/topology/read/seen-components.ts'
import { serve } from '#relay/http/serve.ts'
import { timeLimit } from '#relay/time-limit.ts'
import { searchLogs, type SearchLogsDeps } from './search-logs.ts'

interface LogRoutesOptions extends SearchLogsDeps {
  readonly seenComponents: SeenComponents
}

const timeoutMs = 30_000
const hourMs = 3_600_000

const selectorsOf = z
  .array(
    z.object({
      name: z.string().catch(''),
      type: z.string().nullish(),
      labels: z.record(z.string(), z.string()).nullish(),
    }),
  )
  .catch([])

/** Logs of components, relative to `/api`. Who may read a component may read its log. */
export const logRoutes: FastifyPluginAsync<LogRoutesOptions> = async (app, { seenComponents, ...deps }) => {
  serve(app, logsRoute, async ({ body, viewer }, reply) => {
    const asked = logsRoute.body.safeParse(body ?? {})
    if (!asked.success) {
      const [issue] = asked.error.issues
      return reply
        .code(400)
        .send({ error: `${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'unreadable'}` })
    }
    const { id, name = '', query = '', labels = {}, start, end, limit = linesUsual } = asked.data
    const seen = await seenComponents(viewer)
    if (seen === null) return refuseAccess(reply, viewer, { object: 'topology', action: 'read' })
    const component = seen.find((each) => each.id === id)
    if (component === undefined) return reply.code(404).send({ error: `There is no component ${id}.` })
    const selectors = selectorsOf.parse(component.logs)
    const selector = name === '' ? selectors[0] : selectors.find((each) => each.name === name)
    if (selector === undefined)
      return reply.code(400).send({
        error: `The component ${component.name} has no log${name === '' ? '' : ` with the name ${name}`}.`,
      })
    const toMs = end === undefined ? Date.now() : Date.parse(end)
    const fromMs = start === undefined ? toMs - hourMs : Date.parse(start)
    const wanted = { ...selector.labels, ...labels }
    const over = timeLimit(timeoutMs, undefined)
    const giveUp = new AbortController()
    reply.raw.once('close', () => giveUp.abort())
    try {
      const { lines, problems } = await searchLogs(
        { type: selector.type ?? component.type ?? '', externalId: component.external_id ?? '', labels: wanted },
        { labels: wanted, text: query, fromMs, toMs, limit },
        deps,
        AbortSignal.any([over.signal, giveUp.signal]),
      )
      return { total: lines.length, results: lines, ...(problems.length > 0 && { problems }) }
    } catch (error) {
      if (!over.isOver()) throw error
      const seconds = timeoutMs / 1000
      return reply.code(504).send({ error: `The logs gave nothing within ${seconds} s. Ask for a shorter time.` })
    } finally {
      over.done()
    }
  })
}
