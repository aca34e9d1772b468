import type { CheckContext, CheckResult, CheckType } from '#relay/backend/checks/spec/check-type.ts'
import { timeLimit } from '#relay/time-limit.ts'
import { createClientRun, type ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { describeError } from '#relay/backend/clients/run/describe-error.ts'

interface Definition<Spec> extends Omit<CheckType<Spec>, 'run'> {
  readonly run: (spec: Spec, run: ClientRun, context: CheckContext) => Promise<CheckResult>
}

/** Adds the timeout and turns thrown errors into messages. Results hold secrets that the run read: see `maskedResult`. */
export const defineCheckType = <Spec>({ run, ...definition }: Definition<Spec>): CheckType<Spec> => ({
  ...definition,
  run: async (checkSpec, context) => {
    const limit = timeLimit(Math.max(1, Math.ceil(context.timeoutMs)), context.signal)
    const { signal } = limit
    const overdue = (): CheckResult => ({
      pass: false,
      message: limit.isOver()
        ? `No response within ${formatSeconds(context.timeoutMs)}.`
        : 'The check was stopped before it finished.',
    })
    const work = async (): Promise<CheckResult> => {
      try {
        signal.throwIfAborted()
        return await run(checkSpec, createClientRun(context, signal), { ...context, signal })
      } catch (error) {
        if (signal.aborted) return overdue()
        return { pass: false, message: describeError(error, definition.formatEndpoint(checkSpec)) }
      } finally {
        limit.done()
      }
    }
    return work()
  },
})

const formatSeconds = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${Number((ms / 1000).toFixed(1))} s`)
