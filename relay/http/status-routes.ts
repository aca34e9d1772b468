import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import { healthzRoute, metricsRoute, readyzRoute, type PartState } from '#shared/status/status-routes.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { serve } from './serve.ts'

export interface Part {
  readonly name: string
  readonly isOptional?: boolean
  /** False until an optional part has worked for the first time: one that could not start makes the relay not ready. */
  readonly hasStarted?: () => boolean
  readonly check: (signal: AbortSignal) => Promise<void>
  readonly downSince?: () => Date | null
  readonly detail?: () => { readonly mode: string; readonly report?: string }
  /** Anyone can request the state, so names of resources belong here. */
  readonly reportToAdministrators?: () => string
}

/** `/readyz` reports the part as `unknown` instead of `down`. */
export class UnknownPartState extends Error {
  override readonly name = 'UnknownPartState'
}

interface StatusOptions {
  readonly parts: readonly Part[]
  readonly registry: Registry
  readonly isAdministrator: (request: FastifyRequest) => Promise<boolean>
}

const defaultTimeoutMs = 3_000
const startTimeoutMs = 60_000

const checkPart = async ({ check, detail }: Part, timeoutMs = defaultTimeoutMs): Promise<PartState> => {
  const signal = AbortSignal.timeout(timeoutMs)
  const timeout = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`No response within ${timeoutMs / 1_000} seconds.`)))
  })
  try {
    await Promise.race([check(signal), timeout])
    return { state: 'up', ...detail?.() }
  } catch (error) {
    if (error instanceof UnknownPartState) return { state: 'unknown', report: error.message }
    return { state: 'down', reason: toErrorMessage(error) }
  }
}

const isReadyWithout = ({ isOptional = false, hasStarted }: Part): boolean => isOptional && hasStarted?.() !== false

export const statusRoutes: FastifyPluginAsync<StatusOptions> = async (app, options) => {
  const { parts, registry, isAdministrator } = options
  const up = new Gauge({
    name: 'quarterdeck_part_up',
    help: '1 if a part of the relay passed its last check, else 0. Parts in an unknown state are omitted.',
    labelNames: ['part'],
    registers: [registry],
  })
  const downSince = new Map<string, Date>()
  const withSince = ({ name, downSince: noticed }: Part, state: PartState): PartState => {
    if (state.state !== 'down') downSince.delete(name)
    else if (!downSince.has(name)) downSince.set(name, noticed?.() ?? new Date())
    const since = downSince.get(name)
    return since === undefined ? state : { ...state, since: since.toISOString() }
  }
  const checkParts = async () => {
    const checked = await Promise.all(
      parts.map(async (part) => ({ part, state: withSince(part, await checkPart(part)) })),
    )
    for (const { part, state } of checked) {
      if (state.state === 'unknown') up.remove({ part: part.name })
      else up.set({ part: part.name }, state.state === 'up' ? 1 : 0)
    }
    const down = checked.filter(({ state }) => state.state === 'down')
    return {
      ready: down.every(({ part }) => isReadyWithout(part)),
      degraded: down.length > 0,
      states: Object.fromEntries(checked.map(({ part, state }) => [part.name, state])),
    }
  }

  const logAtStart = async (part: Part) => {
    const { state, reason } = await checkPart(part, startTimeoutMs)
    if (state !== 'down' || !app.server.listening) return
    const fields = { part: part.name, reason }
    if (isReadyWithout(part)) app.log.warn(fields, 'part is down')
    else app.log.error(fields, 'part is down, not ready')
  }

  // Anyone can request these routes: concurrent requests must not multiply those to a backend.
  let running: ReturnType<typeof checkParts> | undefined
  const shareCheck = () =>
    (running ??= checkParts().finally(() => {
      running = undefined
    }))

  app.addHook('onListen', () => {
    for (const part of parts) void logAtStart(part)
  })
  serve(app, healthzRoute, () => ({ status: 'ok' as const }))
  const addReports = (states: Readonly<Record<string, PartState>>) => {
    const added = parts.flatMap(({ name, reportToAdministrators }) => {
      const state = states[name]
      return state === undefined || reportToAdministrators === undefined
        ? []
        : [[name, { ...state, report: reportToAdministrators() }] as const]
    })
    return { ...states, ...Object.fromEntries(added) }
  }
  serve(app, readyzRoute, async (request, reply) => {
    const [{ ready, degraded, states }, seesReports] = await Promise.all([shareCheck(), isAdministrator(request)])
    reply.status(ready ? 200 : 503)
    return { ready, degraded, parts: seesReports ? addReports(states) : states }
  })
  serve(app, metricsRoute, async (_request, reply) => {
    await shareCheck()
    reply.type(registry.contentType)
    return registry.metrics()
  })
}
