import type { z } from 'zod'
import type { CheckResult, CheckType } from '#relay/backend/checks/check-type.ts'
import { timeLimit } from '#relay/time-limit.ts'
import { clientRunOf, type ClientRun } from '#relay/backend/clients/client-run.ts'
import { maskedResult } from '#relay/backend/checks/masked-result.ts'
import { failureWords } from '#relay/backend/clients/failure-words.ts'

interface Definition<Spec> {
  readonly key: string
  readonly spec: z.ZodType<Spec>
  readonly endpointOf: (spec: Spec) => string
  readonly expressionsOf?: CheckType<Spec>['expressionsOf']
  readonly run: (spec: Spec, run: ClientRun) => Promise<CheckResult>
}

/**
 * Makes a check type of a protocol's part: ends it when the time is over, puts what it throws into words, and blanks the
 * secrets that it read in message and details.
 */
export const defineCheckType = <Spec>({
  key,
  spec,
  endpointOf,
  expressionsOf = () => [],
  run,
}: Definition<Spec>): CheckType<Spec> => ({
  key,
  spec,
  endpointOf,
  expressionsOf,
  run: async (given, context) => {
    const limit = timeLimit(Math.max(1, Math.ceil(context.timeoutMs)), context.signal)
    const { signal } = limit
    const { mask } = context
    const overdue = (): CheckResult => ({
      pass: false,
      message: limit.isOver()
        ? `No answer within ${secondsOf(context.timeoutMs)}.`
        : 'The check was stopped before it ended.',
    })
    const work = async (): Promise<CheckResult> => {
      try {
        signal.throwIfAborted()
        return await run(given, clientRunOf(context, signal))
      } catch (error) {
        if (signal.aborted) return overdue()
        return { pass: false, message: failureWords(error, endpointOf(given)) }
      } finally {
        limit.done()
      }
    }
    return maskedResult(mask, await work())
  },
})

const secondsOf = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${Number((ms / 1000).toFixed(1))} s`)
