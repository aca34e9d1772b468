import type { FastifyPluginAsync } from 'fastify'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Viewer } from '#shared/access/viewer.ts'
import { logRangeMax, type LogLine } from '#shared/playbooks/log-line.ts'
import { logRangeRoute, logTextRoute } from '#shared/playbooks/log-routes.ts'
import { type HttpError, forbidden, invalid, notFound } from '#relay/errors/http-error.ts'
import { serve } from '#relay/http/serve.ts'
import type { LogReader } from './log-reader.ts'
import type { LogScope } from './log-scope.ts'

export interface LogRoutesOptions {
  readonly reader: Pick<LogReader, 'range'>
  readonly findScope: LogScope
}

const noAction = () => notFound('Action not found.', 'It may have been deleted with its run.')
const toError = ({ issues: [issue] }: z.ZodError): HttpError =>
  issue?.path[0] === 'actionId'
    ? noAction()
    : invalid('Invalid range of lines.', `Expected numbers: from (1 or more) and lines (up to ${logRangeMax}).`)
const toText = (lines: readonly LogLine[]) =>
  lines.map(([, , , text, unended]) => (unended ? text : `${text}\n`)).join('')

export const logRoutes: FastifyPluginAsync<LogRoutesOptions> = async (app, { reader, findScope }) => {
  const assertReadable = async (actionId: string, viewer: Viewer, signal: AbortSignal): Promise<void> => {
    const scope = await findScope(viewer, actionId, signal)
    if (scope === 'none') {
      throw forbidden(
        'You are not allowed to read playbook_runs.',
        'Ask an administrator for a role with this permission.',
      )
    }
    if (scope === 'others') throw noAction()
  }

  serve(app, logRangeRoute, { toError }, async ({ params: { actionId }, query, viewer, signal }, reply) => {
    await assertReadable(actionId, viewer, signal)
    const range = await reader.range(actionId, query.from, query.lines, signal)
    if (range === null) throw noAction()
    if (range.lines.length === query.lines) reply.header('cache-control', 'private, max-age=86400, immutable')
    return range
  })

  serve(app, logTextRoute, { toError }, async ({ params: { actionId }, viewer, signal }, reply) => {
    await assertReadable(actionId, viewer, signal)
    const first = await reader.range(actionId, 1, logRangeMax, signal)
    if (first === null) throw noAction()
    const pieces = async function* () {
      let { lines } = first
      for (let next = 1; lines.length > 0;) {
        yield toText(lines)
        next += lines.length
        lines = next > first.total ? [] : ((await reader.range(actionId, next, logRangeMax, signal))?.lines ?? [])
      }
    }
    return reply
      .type('text/plain; charset=utf-8')
      .header('content-disposition', `attachment; filename="${actionId}.log"`)
      .send(Readable.from(pieces()))
  })
}
