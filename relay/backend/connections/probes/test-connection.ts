import type { TestStep } from '#shared/connections/connection-test.ts'
import type { CheckConnection, CheckContext } from '#relay/backend/checks/check-type.ts'
import { abortOf } from '#relay/backend/clients/abort-of.ts'
import { failureWords } from '#relay/backend/clients/failure-words.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { timeLimit } from '#relay/time-limit.ts'
import { overdue } from './overdue.ts'
import type { Place } from './place.ts'
import type { ConnectionProbe, Tested } from './probe.ts'
import { reach, type Step } from './reach.ts'

const usualTimeoutMs = 15_000

export interface TestOptions {
  readonly reference: string
  readonly probe: ConnectionProbe
  readonly connectionOf: (reference: string) => Promise<CheckConnection>
  readonly secretOf: CheckContext['secretOf']
  readonly sandbox: CheckContext['sandbox']
  /** Ends the test, when nobody waits for it any more. */
  readonly signal: AbortSignal
  /** 15 seconds, where it is left out. */
  readonly timeoutMs?: number
}

/** Connects as the connection says, step by step, within its time. Never rejects; the last step of a failed test says why. */
export const testConnection = async (options: TestOptions): Promise<readonly TestStep[]> => {
  const { reference, probe, connectionOf, secretOf, sandbox, timeoutMs = usualTimeoutMs } = options
  const limit = timeLimit(timeoutMs, options.signal)
  const { signal } = limit
  const stopped = abortOf(signal)
  stopped.catch(() => undefined)
  const mask = new Mask()
  const steps: TestStep[] = []
  let place: Place | undefined
  const step: Step = async (name, work) => {
    const startedAt = performance.now()
    const ended = (ok: boolean, said: string) =>
      steps.push({ name, ok, said: mask.inText(said), durationMs: Math.round(performance.now() - startedAt) })
    try {
      ended(true, await Promise.race([work(), stopped]))
    } catch (error) {
      const isStopped = signal.aborted
      ended(
        false,
        isStopped
          ? limit.isOver()
            ? overdue(name, place, timeoutMs)
            : 'The test was ended.'
          : failureWords(error, ''),
      )
      throw error
    }
  }
  try {
    let connection: CheckConnection | undefined
    await step('Read', async () => {
      connection = await connectionOf(reference)
      mask.hideAll(connection.secrets)
      place = await probe.place(connection)
      return connection.secrets.length === 0 ? 'It has no secrets' : 'Its secrets are there'
    })
    if (connection === undefined) return steps
    const tested: Tested = { reference, connection }
    if (place !== undefined) await reach(place, tested.connection, step)
    const context = { signal, timeoutMs, secretOf, mask, connectionOf, sandbox, namespace: 'default' }
    await step(probe.lastStep ?? 'Answered', () => probe.ask(tested, context))
  } catch {
    // The step that failed says why.
  } finally {
    limit.done()
  }
  return steps
}
