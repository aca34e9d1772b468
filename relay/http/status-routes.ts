import type { FastifyPluginAsync } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import { healthzRoute, metricsRoute, readyzRoute, type PartState } from '#shared/status/status-routes.ts'
import { serve } from './serve.ts'

/** One thing that the relay needs to be of use. */
export interface Part {
  readonly name: string
  /** The relay serves on without it, less well: it is `degraded`, and still ready. */
  readonly isSpare?: boolean
  /** Rejects with a sentence when the part does not work. */
  readonly check: (signal: AbortSignal) => Promise<void>
  /** Since when it does not work, where somebody notices earlier than whoever asks here. */
  readonly downSince?: () => Date | null
  /** What is in force in it, beside whether it works. */
  readonly detail?: { readonly mode: string; readonly report: string }
}

interface StatusOptions {
  readonly parts: readonly Part[]
  readonly registry: Registry
}

const patienceMs = 3_000

const stateOf = async ({ check, detail }: Part): Promise<PartState> => {
  const signal = AbortSignal.timeout(patienceMs)
  const tooLate = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`It did not answer within ${patienceMs / 1_000} seconds.`)))
  })
  try {
    await Promise.race([check(signal), tooLate])
    return { state: 'up', ...detail }
  } catch (error) {
    return { state: 'down', reason: error instanceof Error ? error.message : 'It failed.' }
  }
}

/** How the relay is, as `shared/status/status-routes.ts` declares it. */
export const statusRoutes: FastifyPluginAsync<StatusOptions> = async (app, { parts, registry }) => {
  const up = new Gauge({
    name: 'quarterdeck_part_up',
    help: 'Whether a part that the relay needs works, as last seen.',
    labelNames: ['part'],
    registers: [registry],
  })
  const downSince = new Map<string, Date>()
  /** With since when: the first look that found the part down after one that found it working. */
  const dated = ({ name, downSince: noticed }: Part, state: PartState): PartState => {
    if (state.state === 'up') downSince.delete(name)
    else if (!downSince.has(name)) downSince.set(name, noticed?.() ?? new Date())
    const since = downSince.get(name)
    return since === undefined ? state : { ...state, since: since.toISOString() }
  }
  const look = async () => {
    const states = await Promise.all(parts.map(async (part) => [part.name, dated(part, await stateOf(part))] as const))
    for (const [part, { state }] of states) up.set({ part }, state === 'up' ? 1 : 0)
    return Object.fromEntries(states)
  }

  serve(app, healthzRoute, () => ({ status: 'ok' as const }))
  serve(app, readyzRoute, async (_request, reply) => {
    const states = await look()
    const down = parts.filter(({ name }) => states[name]?.state !== 'up')
    const ready = down.every(({ isSpare }) => isSpare === true)
    reply.status(ready ? 200 : 503)
    return { ready, degraded: down.length > 0, parts: states }
  })
  serve(app, metricsRoute, async (_request, reply) => {
    await look()
    reply.type(registry.contentType)
    return registry.metrics()
  })
}
