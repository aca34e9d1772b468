import { setMaxListeners } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import type { Viewer } from '#shared/access/viewer.ts'
import { logBackendsRoute, logSummaryRoute, logsRoute, logTailRoute } from '#shared/logs/log-routes.ts'
import { goneSignal } from '#relay/http/gone-signal.ts'
import { serve } from '#relay/http/serve.ts'
import { linkSignal, timeLimit } from '#relay/time-limit.ts'
import { createAskedLogs, mayReadConsoleLog, maySearchBackends, type AskedLog, type AskedLogDeps } from './asked-log.ts'
import { followLogs } from './follow-logs.ts'
import { nameLogBackends } from './log-backends.ts'
import { countLogs, searchLogs, type SearchLogsDeps } from './search-logs.ts'

export type LogRoutesOptions = SearchLogsDeps & AskedLogDeps

const timeoutMs = 30_000
/** A page asks for lines and for their counts, and gives up those before. */
const perViewer = 4
/** A tail is asked again after this time, and whoever asks must still have the right to. */
const tailMs = 60_000

const createTurns = () => {
  const underWay = new Map<string, number>()
  /** False when somebody has as many under way as they may. */
  const acquire = (viewerId: string): boolean => {
    const mine = underWay.get(viewerId) ?? 0
    if (mine >= perViewer) return false
    underWay.set(viewerId, mine + 1)
    return true
  }
  const release = (viewerId: string) => {
    const left = (underWay.get(viewerId) ?? 1) - 1
    if (left === 0) underWay.delete(viewerId)
    else underWay.set(viewerId, left)
  }
  return { acquire, release }
}

const refuseTurn = (reply: FastifyReply, what: string): FastifyReply =>
  reply.code(429).send({ error: `${perViewer} ${what} of yours are under way. Try again in a few seconds.` })

/** Objects as lines of text. */
async function* jsonLines(messages: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const message of messages) yield `${JSON.stringify(message)}\n`
}

/** Logs of components, relative to `/api`. */
export const logRoutes: FastifyPluginAsync<LogRoutesOptions> = async (app, deps) => {
  const askedLog = createAskedLogs(deps)
  const [searches, tails] = [createTurns(), createTurns()]
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  // A tail would keep the server from closing until its time is over.
  app.addHook('preClose', async () => closing.abort())

  /** Answers a search within the time for it. */
  const within = async <T>(
    { viewer, body }: { readonly viewer: Viewer; readonly body: unknown },
    reply: FastifyReply,
    answer: (asked: AskedLog, signal: AbortSignal) => Promise<T>,
  ): Promise<T | FastifyReply> => {
    const asked = await askedLog(viewer, body, reply)
    if (!('question' in asked)) return asked
    if (!searches.acquire(viewer.id)) return refuseTurn(reply, 'searches')
    const over = timeLimit(timeoutMs, goneSignal(reply))
    try {
      return await answer(asked, over.signal)
    } catch (error) {
      if (!over.isOver()) throw error
      const seconds = timeoutMs / 1000
      return reply.code(504).send({ error: `The logs gave nothing within ${seconds} s. Ask for a shorter time.` })
    } finally {
      over.done()
      searches.release(viewer.id)
    }
  }

  serve(app, logBackendsRoute, async ({ viewer }) =>
    maySearchBackends(viewer) ? nameLogBackends(deps.database, mayReadConsoleLog(viewer)) : [],
  )

  serve(app, logsRoute, (request, reply) =>
    within(request, reply, async (asked, signal) => {
      const { lines, problems } = await searchLogs(asked, deps, signal)
      return { total: lines.length, results: lines, ...(problems.length > 0 && { problems }) }
    }),
  )

  serve(app, logSummaryRoute, (request, reply) =>
    within(request, reply, async (asked, signal) => {
      const { countedFromMs, problems, ...counts } = await countLogs(asked, deps, signal)
      const countedFrom = countedFromMs === undefined ? undefined : new Date(countedFromMs).toISOString()
      return {
        ...counts,
        ...(countedFrom !== undefined && { countedFrom }),
        ...(problems.length > 0 && { problems }),
      }
    }),
  )

  serve(
    app,
    logTailRoute,
    async ({ viewer, body }, reply) => {
      const asked = await askedLog(viewer, body, reply)
      if (!('question' in asked)) return asked
      if (!tails.acquire(viewer.id)) return refuseTurn(reply, 'live tails')
      const gone = goneSignal(reply)
      const over = timeLimit(tailMs, gone)
      const open = linkSignal(over.signal)
      const close = () => open.abort(new Error('The server closes.'))
      const end = () => {
        closing.signal.removeEventListener('abort', close)
        open.release()
        over.done()
        tails.release(viewer.id)
      }
      if (gone.aborted) end()
      else gone.addEventListener('abort', end, { once: true })
      if (closing.signal.aborted) close()
      else closing.signal.addEventListener('abort', close)
      return reply
        .type('application/x-ndjson; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(Readable.from(jsonLines(followLogs(asked, deps, open.signal)), { objectMode: true, highWaterMark: 1 }))
    },
    { compress: false },
  )
}
