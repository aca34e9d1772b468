import { setMaxListeners } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import type { Viewer } from '#shared/access/viewer.ts'
import { logBackendsRoute, logSummaryRoute, logsRoute, logTailRoute } from '#shared/logs/log-routes.ts'
import { clientDisconnectSignal } from '#relay/http/client-disconnect-signal.ts'
import { serve } from '#relay/http/serve.ts'
import { linkSignal, timeLimit } from '#relay/time-limit.ts'
import { httpError, type HttpError, tooMany } from '#relay/errors/http-error.ts'
import {
  createLogRequestReader,
  canReadConsoleLog,
  canSearchBackends,
  type LogBody,
  type LogRequest,
  type LogRequestDeps,
} from './log-request.ts'
import { followLogs } from './follow-logs.ts'
import { nameLogBackends } from './log-backends.ts'
import { countLogs, searchLogs, type SearchLogsDeps } from './search-logs.ts'

export type LogRoutesOptions = SearchLogsDeps & LogRequestDeps

const timeoutMs = 30_000
const perViewer = 4
/** Clients then reconnect, so that permissions are checked again. */
const tailMs = 60_000

const createTurns = () => {
  const underWay = new Map<string, number>()
  const acquire = (viewerId: string): boolean => {
    const active = underWay.get(viewerId) ?? 0
    if (active >= perViewer) return false
    underWay.set(viewerId, active + 1)
    return true
  }
  const release = (viewerId: string) => {
    const left = (underWay.get(viewerId) ?? 1) - 1
    if (left === 0) underWay.delete(viewerId)
    else underWay.set(viewerId, left)
  }
  return { acquire, release }
}

const tooManyTurns = (kind: string): HttpError =>
  tooMany(`${perViewer} of your ${kind} are already running. Try again in a few seconds.`)

async function* jsonLines(messages: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const message of messages) yield `${JSON.stringify(message)}\n`
}

export const logRoutes: FastifyPluginAsync<LogRoutesOptions> = async (app, deps) => {
  const readLogRequest = createLogRequestReader(deps)
  const [searches, tails] = [createTurns(), createTurns()]
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  // Otherwise a tail would delay the shutdown until its timeout.
  app.addHook('preClose', async () => closing.abort())

  const within = async <T>(
    { viewer, body }: { readonly viewer: Viewer; readonly body: LogBody },
    reply: FastifyReply,
    work: (logRequest: LogRequest, signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const logRequest = await readLogRequest(viewer, body)
    if (!searches.acquire(viewer.id)) throw tooManyTurns('searches')
    const over = timeLimit(timeoutMs, clientDisconnectSignal(reply))
    try {
      return await work(logRequest, over.signal)
    } catch (error) {
      if (!over.isOver()) throw error
      const seconds = timeoutMs / 1000
      throw httpError('backend_timeout', `Log search timed out after ${seconds} s. Use a shorter time range.`)
    } finally {
      over.done()
      searches.release(viewer.id)
    }
  }

  serve(app, logBackendsRoute, async ({ viewer }) =>
    canSearchBackends(viewer) ? nameLogBackends(deps.database, canReadConsoleLog(viewer)) : [],
  )

  serve(app, logsRoute, (request, reply) =>
    within(request, reply, async (logRequest, signal) => {
      const { lines, problems } = await searchLogs(logRequest, deps, signal)
      return { total: lines.length, results: lines, ...(problems.length > 0 && { problems }) }
    }),
  )

  serve(app, logSummaryRoute, (request, reply) =>
    within(request, reply, async (logRequest, signal) => {
      const { countedFromMs, problems, ...counts } = await countLogs(logRequest, deps, signal)
      const countedFrom = countedFromMs === undefined ? undefined : new Date(countedFromMs).toISOString()
      return {
        ...counts,
        ...(countedFrom !== undefined && { countedFrom }),
        ...(problems.length > 0 && { problems }),
      }
    }),
  )

  serve(app, logTailRoute, { compress: false }, async ({ viewer, body }, reply) => {
    const logRequest = await readLogRequest(viewer, body)
    if (!tails.acquire(viewer.id)) throw tooManyTurns('live tails')
    const disconnectSignal = clientDisconnectSignal(reply)
    const over = timeLimit(tailMs, disconnectSignal)
    const open = linkSignal(over.signal)
    const close = () => open.abort(new Error('The server is shutting down.'))
    const end = () => {
      closing.signal.removeEventListener('abort', close)
      open.release()
      over.done()
      tails.release(viewer.id)
    }
    if (disconnectSignal.aborted) end()
    else disconnectSignal.addEventListener('abort', end, { once: true })
    if (closing.signal.aborted) close()
    else closing.signal.addEventListener('abort', close)
    return reply
      .type('application/x-ndjson; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(Readable.from(jsonLines(followLogs(logRequest, deps, open.signal)), { objectMode: true, highWaterMark: 1 }))
  })
}
