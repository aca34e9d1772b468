import type { FastifyPluginAsync } from 'fastify'
import { Readable } from 'node:stream'
import { logRangeRoute, logTailRoute, logTextRoute } from '#shared/playbooks/log-routes.ts'
import type { PathParams } from '#shared/primitives/contract.ts'
import { isId } from '#shared/primitives/id.ts'
import { assertCanReadAction } from '#relay/backend/playbooks/access/assert-can-read.ts'
import { readLogRange, readLogTail, readDisplayedText } from '#relay/backend/playbooks/log/read-log.ts'
import { serve } from '#relay/http/serve.ts'
import type { Queryable } from '#relay/database/database.ts'
import { notFound } from '#relay/errors/http-error.ts'

const missing = (id: string) => notFound(`Action ${id} not found.`)
const requireId = (id: string): string => {
  if (isId(id)) return id
  throw missing(id)
}

interface LogRoutesOptions {
  readonly database: Queryable
}

export const logRoutes: FastifyPluginAsync<LogRoutesOptions> = async (app, { database }) => {
  app.addHook<{ Params: PathParams<typeof logRangeRoute> }>('preHandler', async ({ params: { actionId }, viewer }) =>
    assertCanReadAction(database, viewer, requireId(actionId)),
  )

  serve(app, logRangeRoute, async ({ params: { actionId: id }, query: { from, lines } }, reply) => {
    const range = await readLogRange(database, requireId(id), from, lines)
    if (range === undefined) throw missing(id)
    const isSettled = range.ended || (range.lines.length === lines && range.lines.at(-1)?.[4] === undefined)
    reply.header('cache-control', isSettled ? 'private, immutable, max-age=86400' : 'no-store')
    return range
  })

  serve(app, logTailRoute, async ({ params: { actionId: id }, query: { after } }, reply) => {
    const tail = await readLogTail(database, requireId(id), after)
    if (tail === undefined) throw missing(id)
    reply.header('cache-control', 'no-store')
    return tail
  })

  serve(app, logTextRoute, async ({ params: { actionId: id } }, reply) => {
    const range = await readLogRange(database, requireId(id), 1, 0)
    if (range === undefined) throw missing(id)
    return reply
      .type('text/plain; charset=utf-8')
      .headers({
        'content-disposition': `attachment; filename="${id}.log"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      .send(Readable.from(readDisplayedText(database, id)))
  })
}
