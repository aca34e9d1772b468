import type { TestStep } from '#shared/connections/connection-test.ts'
import type { ClientConnection, ClientContext } from '#relay/backend/clients/run/client-context.ts'
import { describeError } from '#relay/backend/clients/run/describe-error.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { timeLimit, unlessAborted } from '#relay/time-limit.ts'
import { overdue } from './overdue.ts'
import type { Endpoint } from '#relay/backend/clients/run/endpoint.ts'
import type { ConnectionProbe, Tested } from './probe.ts'
import { reach, type Step } from './reach.ts'

const usualTimeoutMs = 15_000

export interface TestOptions {
  readonly reference: string
  readonly probe: ConnectionProbe
  readonly resolveConnection: (reference: string) => Promise<ClientConnection>
  readonly resolveSecret: ClientContext['resolveSecret']
  readonly sandbox: ClientContext['sandbox']
  readonly signal: AbortSignal
  readonly timeoutMs?: number
}

/** Never rejects: the last step of a failed test carries the error. */
export const testConnection = async (options: TestOptions): Promise<readonly TestStep[]> => {
  const { reference, probe, resolveConnection, resolveSecret, sandbox, timeoutMs = usualTimeoutMs } = options
  const limit = timeLimit(timeoutMs, options.signal)
  const { signal } = limit
  const mask = new Mask()
  const steps: TestStep[] = []
  let endpoint: Endpoint | undefined
  const step: Step = async (name, work) => {
    const startedAt = performance.now()
    const ended = (ok: boolean, text: string) =>
      steps.push({ name, ok, said: mask.inText(text), durationMs: Math.round(performance.now() - startedAt) })
    try {
      ended(true, await unlessAborted(work(), signal))
    } catch (error) {
      if (limit.isOver()) ended(false, overdue(name, endpoint, timeoutMs))
      else ended(false, signal.aborted ? 'The test was cancelled.' : describeError(error, ''))
      throw error
    }
  }
  try {
    let connection: ClientConnection | undefined
    await step('Read', async () => {
      connection = await resolveConnection(reference)
      mask.hideAll(connection.secrets)
      endpoint = await probe.endpoint(connection)
      return connection.secrets.length === 0 ? 'No secrets' : 'Secrets read'
    })
    if (connection === undefined) return steps
    const tested: Tested = { reference, connection }
    if (endpoint !== undefined) await reach(endpoint, tested.connection, step)
    const context = { signal, timeoutMs, resolveSecret, mask, resolveConnection, sandbox, namespace: 'default' }
    await step(probe.lastStep ?? 'Answered', () => probe.ask(tested, context))
  } catch {
  } finally {
    limit.done()
  }
  return steps
}
