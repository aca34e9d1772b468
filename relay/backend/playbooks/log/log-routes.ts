import type { FastifyPluginAsync } from 'fastify'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { isId } from '#shared/primitives/id.ts'
import { assertCanReadAction } from '#relay/backend/playbooks/access/assert-can-read.ts'
import { readLogRange, readLogTail, readLogText } from '#relay/backend/playbooks/log/read-log.ts'
import { PlaybookError } from '#relay/backend/playbooks/playbook-error.ts'
import type { Queryable } from '#relay/database/database.ts'

const count = (byDefault: number, most: number) =>
  z.coerce
    .number()
    .int()
    .min(0)
    .catch(byDefault)
    .transform((value) => Math.min(value, most))

const missing = (id: string) => new PlaybookError(404, `There is no action ${id}.`)
const idOf = (id: string): string => {
  if (isId(id)) return id
  throw missing(id)
}

interface LogRoutesOptions {
  readonly database: Queryable
  readonly linesMax: number
}

/** The output of an action: by range, its newest chunks, and as a file. Relative to `/playbook/run/action`. */
export const logRoutes: FastifyPluginAsync<LogRoutesOptions> = async (app, { database, linesMax }) => {
  const rangeSchema = z.object({ from: count(1, Number.MAX_SAFE_INTEGER), lines: count(linesMax, linesMax) })
  const tailSchema = z.object({ after: count(0, Number.MAX_SAFE_INTEGER) })

  app.addHook<{ Params: { id: string } }>('preHandler', async ({ params: { id }, viewer }) =>
    assertCanReadAction(database, viewer, idOf(id)),
  )

  app.get<{ Params: { id: string } }>('/:id/log', async ({ params: { id }, query }, reply) => {
    const { from, lines } = rangeSchema.parse(query)
    const range = await readLogRange(database, idOf(id), from, lines)
    if (range === undefined) throw missing(id)
    const isSettled = range.ended || (range.lines.length === lines && range.lines.at(-1)?.[4] === undefined)
    return reply.header('cache-control', isSettled ? 'private, immutable, max-age=86400' : 'no-store').send(range)
  })

  app.get<{ Params: { id: string } }>('/:id/log/tail', async ({ params: { id }, query }, reply) => {
    const tail = await readLogTail(database, idOf(id), tailSchema.parse(query).after)
    if (tail === undefined) throw missing(id)
    return reply.header('cache-control', 'no-store').send(tail)
  })

  app.get<{ Params: { id: string } }>('/:id/log/text', async ({ params: { id } }, reply) => {
    const range = await readLogRange(database, idOf(id), 1, 0)
    if (range === undefined) throw missing(id)
    return reply
      .type('text/plain; charset=utf-8')
      .headers({
        'content-disposition': `attachment; filename="${id}.log"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      .send(Readable.from(readLogText(database, id)))
  })
}
