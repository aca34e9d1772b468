import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { decide } from '#shared/access/decide.ts'
import { linesUsual, logsRoute } from '#shared/logs/log-routes.ts'
import { createAccessObjects } from '#relay/backend/permissions/access-objects.ts'
import { refuseAccess } from '#relay/backend/refuse-access.ts'
import type { SeenComponents } from '#relay/backend/topology/read/seen-components.ts'
import { goneSignal } from '#relay/http/gone-signal.ts'
import { serve } from '#relay/http/serve.ts'
import { timeLimit } from '#relay/time-limit.ts'
import { searchLogs, type SearchLogsDeps } from './search-logs.ts'

export interface LogRoutesOptions extends SearchLogsDeps {
  readonly seenComponents: SeenComponents
}

const timeoutMs = 30_000
/** A page asks one at a time, and gives up the one before. */
const perViewer = 4
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

/** Logs of components, relative to `/api`. Reading one takes the right to read the component, and logs of it. */
export const logRoutes: FastifyPluginAsync<LogRoutesOptions> = async (app, { seenComponents, ...deps }) => {
  const objects = createAccessObjects(deps.database)
  /** How many searches of each viewer are under way. */
  const underWay = new Map<string, number>()

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
    const about = { component: (await objects.one('component', id)) ?? { id } }
    const question = { action: 'read', resource: 'database', object: 'logs', about } as const
    if (decide(viewer, question, { nowMs: Date.now() }).answer !== 'allowed')
      return refuseAccess(reply, viewer, { object: 'logs', action: 'read' })
    const selectors = selectorsOf.parse(component.logs)
    const selector = name === '' ? selectors[0] : selectors.find((each) => each.name === name)
    if (selector === undefined)
      return reply.code(400).send({
        error: `The component ${component.name} has no log${name === '' ? '' : ` with the name ${name}`}.`,
      })
    const toMs = end === undefined ? Date.now() : Date.parse(end)
    const fromMs = start === undefined ? toMs - hourMs : Date.parse(start)
    const wanted = { ...selector.labels, ...labels }
    const mine = underWay.get(viewer.id) ?? 0
    if (mine >= perViewer)
      return reply
        .code(429)
        .send({ error: `${perViewer} searches of yours are under way. Try again in a few seconds.` })
    const over = timeLimit(timeoutMs, goneSignal(reply))
    underWay.set(viewer.id, mine + 1)
    try {
      const { lines, problems } = await searchLogs(
        { type: selector.type ?? component.type ?? '', externalId: component.external_id ?? '', labels: wanted },
        { labels: wanted, text: query, fromMs, toMs, limit },
        deps,
        over.signal,
      )
      return { total: lines.length, results: lines, ...(problems.length > 0 && { problems }) }
    } catch (error) {
      if (!over.isOver()) throw error
      const seconds = timeoutMs / 1000
      return reply.code(504).send({ error: `The logs gave nothing within ${seconds} s. Ask for a shorter time.` })
    } finally {
      over.done()
      const left = (underWay.get(viewer.id) ?? 1) - 1
      if (left === 0) underWay.delete(viewer.id)
      else underWay.set(viewer.id, left)
    }
  })
}
