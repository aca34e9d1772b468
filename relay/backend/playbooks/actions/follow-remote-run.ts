import { describeError } from '#relay/backend/clients/run/describe-error.ts'
import { createClientRun, type ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { ServiceError } from '#relay/backend/clients/http/json-service.ts'
import { pollUntil } from '#relay/backend/clients/run/poll-until.ts'
import { readValue, type ActionContext, type ActionOutcome } from './action-context.ts'
import { writeLine } from './write-line.ts'

const cancelMs = 10_000

export const readToken = async (token: unknown, context: ActionContext) => {
  if (token === undefined) return undefined
  const value = await readValue(token, context)
  context.mask.hide(value)
  return { value }
}

const isFinal = (error: unknown): boolean => error instanceof ServiceError && error.code < 500

interface RemoteRun<Run> {
  readonly read: () => Promise<Run>
  readonly hasEnded: (run: Run) => boolean
  readonly describe: (run: Run) => string
  readonly cancel: (run: ClientRun) => Promise<unknown>
}

export interface RemoteRuns {
  readonly run: ClientRun
  readonly report: (line: string) => void
  /** Waits until it has ended. When the step ends before, the run is cancelled. */
  readonly follow: <Run>(remote: RemoteRun<Run>) => Promise<Run>
  readonly poll: <T>(read: () => Promise<T | undefined>) => Promise<T>
}

/** For steps that start runs at another service: its states are the output of the step. */
export const withRemoteRuns = async (
  service: string,
  context: ActionContext,
  work: (runs: RemoteRuns) => Promise<ActionOutcome>,
): Promise<ActionOutcome> => {
  const { signal } = context
  const run = createClientRun(context, signal)
  const output = context.output()
  const report = (line: string) => writeLine(output, 1, line)
  const poll: RemoteRuns['poll'] = (read) => pollUntil(read, { signal, firstMs: 500, longestMs: 10_000, isFinal })
  try {
    return await work({
      run,
      report,
      poll,
      follow: async ({ read, hasEnded, describe, cancel }) => {
        let shown = ''
        try {
          return await poll(async () => {
            const state = await read()
            const text = describe(state)
            if (text !== shown) report(text)
            shown = text
            return hasEnded(state) ? state : undefined
          })
        } catch (error) {
          if (signal.aborted)
            await cancel(createClientRun(context, AbortSignal.timeout(cancelMs))).catch(() => undefined)
          throw error
        }
      },
    })
  } catch (error) {
    signal.throwIfAborted()
    return { result: {}, error: describeError(error, service) }
  } finally {
    output.finish()
  }
}
