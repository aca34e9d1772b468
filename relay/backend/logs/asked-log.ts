import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { decide } from '#shared/access/decide.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { linesUsual, logsRoute } from '#shared/logs/log-routes.ts'
import { createAccessObjects } from '#relay/backend/permissions/access-objects.ts'
import { refuseAccess } from '#relay/backend/refuse-access.ts'
import type { SeenComponents } from '#relay/backend/topology/read/seen-components.ts'
import type { Queryable } from '#relay/database/database.ts'
import type { LogSelector } from './log-backend-spec.ts'
import type { LogQuestion } from './log-source.ts'

export interface AskedLogDeps {
  readonly database: Queryable
  readonly seenComponents: SeenComponents
}

/** A log that somebody may read, and what they look for in it. */
export interface AskedLog {
  readonly selector: LogSelector
  readonly question: LogQuestion
}

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

/**
 * Reads what a route of logs is asked. Reading a log takes the right to read the component, and logs of it. What cannot be asked,
 * or not by this viewer, is answered here.
 */
export const createAskedLogs = ({ database, seenComponents }: AskedLogDeps) => {
  const objects = createAccessObjects(database)
  return async (viewer: Viewer, body: unknown, reply: FastifyReply): Promise<AskedLog | FastifyReply> => {
    const asked = logsRoute.body.safeParse(body ?? {})
    if (!asked.success) {
      const [issue] = asked.error.issues
      return reply
        .code(400)
        .send({ error: `${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'unreadable'}` })
    }
    const { id, name = '', query = '', labels = {}, include = {}, exclude = {}, limit = linesUsual } = asked.data
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
    const { start, end } = asked.data
    const toMs = end === undefined ? Date.now() : Date.parse(end)
    const fromMs = start === undefined ? toMs - hourMs : Date.parse(start)
    const wanted = { ...selector.labels, ...labels }
    return {
      selector: {
        type: selector.type ?? component.type ?? '',
        externalId: component.external_id ?? '',
        labels: wanted,
      },
      question: { labels: wanted, text: query, include, exclude, fromMs, toMs, limit },
    }
  }
}
