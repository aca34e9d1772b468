import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import type { Push, UpstreamState } from '#shared/agents/agent-routes.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { pushedTables } from '#relay/backend/agents/pushed-tables.ts'
import { countWaiting, keepQueue, readLosses, startOver } from '#relay/backend/agents/push-queue.ts'
import { createPushWaiting } from '#relay/backend/agents/push-waiting.ts'
import { nextState, waitAfter, type ReportEvent, type ReportState } from '#relay/backend/agents/report-state.ts'
import { pushUpstream, type Upstream } from '#relay/backend/agents/upstream-client.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import { version } from '#relay/config/version.ts'
import { redactUrl } from '#relay/config/redact-url.ts'
import type { Database } from '#relay/database/database.ts'

interface ReporterOptions {
  readonly database: Database
  readonly upstream: Upstream
  readonly log: FastifyBaseLogger
  /** One relay instance reports. */
  readonly canStart: () => boolean
}

export interface Reporter {
  readonly onChange: OnChange
  state(): Promise<NonNullable<UpstreamState>>
  failure(): { readonly since: number; readonly reason: string } | undefined
  waiting(): Promise<number>
  stop(): Promise<void>
}

const settleMs = 300

const names = new Set(pushedTables.map(({ name }) => name))

const toIso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

/** The queue is the column `is_pushed`: nothing is lost when either side dies, and a repeated push changes nothing. */
export const startReporter = async ({ database, upstream, log, canStart }: ReporterOptions): Promise<Reporter> => {
  await keepQueue(database, true)
  const stopping = new AbortController()
  let state: ReportState = { kind: 'connecting' }
  let wake: (() => void) | undefined
  let isWanted = true

  const take = (event: ReportEvent) => {
    const before = state
    state = nextState(state, event)
    if (state.kind === 'failing' && before.kind !== 'failing')
      log.warn({ reason: state.reason }, 'reporting to the upstream failed, retrying')
    if (state.kind === 'reporting' && before.kind !== 'reporting')
      log.info({ upstream: redactUrl(upstream.url), agent: state.agent }, 'reporting to the upstream')
  }

  const send = (rows: Push['rows']) => pushUpstream(upstream, { hostname: hostname(), version, rows }, stopping.signal)

  const pushSome = createPushWaiting({ database, log, send })

  const pushAll = async (): Promise<void> => {
    const { agent } = await send({})
    if (await startOver(database, agent.id)) log.info('the upstream has no data of this agent, reporting everything')
    const answered = () => take({ kind: 'answered', agent: agent.name, at: Date.now() })
    for (const table of pushedTables) {
      while (!stopping.signal.aborted && (await pushSome(table))) answered()
    }
    answered()
  }

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const run = async () => {
    while (!stopping.signal.aborted) {
      isWanted = false
      try {
        if (canStart()) await pushAll()
      } catch (error) {
        if (stopping.signal.aborted) return
        take({ kind: 'failed', reason: toErrorMessage(error), at: Date.now() })
      }
      if (stopping.signal.aborted) return
      await pause(isWanted && state.kind !== 'failing' ? settleMs : waitAfter(state, Math.random()))
      if (isWanted && state.kind !== 'failing' && !stopping.signal.aborted) await pause(settleMs)
    }
  }
  const running = run()

  return {
    onChange: ({ relation }) => {
      if (!names.has(relation)) return
      isWanted = true
      if (state.kind !== 'failing') wake?.()
    },
    failure: () => (state.kind === 'failing' ? { since: state.since, reason: state.reason } : undefined),
    waiting: () => countWaiting(database),
    state: async () => ({
      url: redactUrl(upstream.url),
      agent: state.kind === 'connecting' ? null : state.agent,
      state: state.kind,
      since: state.kind === 'failing' ? toIso(state.since) : null,
      reason: state.kind === 'failing' ? state.reason : null,
      last_answer: state.kind === 'connecting' ? null : toIso(state.answeredAt),
      waiting: await countWaiting(database),
      lost: await readLosses(database),
    }),
    stop: async () => {
      stopping.abort()
      wake?.()
      await running
    },
  }
}
