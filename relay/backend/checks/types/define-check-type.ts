import type { z } from 'zod'
import type { CheckContext, CheckResult, CheckType } from '#relay/backend/checks/check-type.ts'
import { timeLimit } from '#relay/time-limit.ts'
import { maskedResult } from '#relay/backend/checks/masked-result.ts'
import { failureWords } from '#relay/backend/clients/failure-words.ts'

/** What one run of a check may use. */
export interface CheckRun {
  /** Fires when the time is over or nobody wants the answer any more. */
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** Reads a source whose text must never be shown: it is blanked wherever it turns up in the result. */
  readonly secret: (source: unknown) => Promise<string>
  /** Reads a source whose text may be shown, such as a user name. */
  readonly plain: (source: unknown) => Promise<string>
  /** Blanks one more text in the result, such as a token that was just handed out. */
  readonly hide: (text: string) => void
  readonly connection: CheckContext['connectionOf']
  readonly sandbox: CheckContext['sandbox']
}

interface Definition<Spec> {
  readonly key: string
  readonly spec: z.ZodType<Spec>
  readonly endpointOf: (spec: Spec) => string
  readonly expressionsOf?: CheckType<Spec>['expressionsOf']
  readonly run: (spec: Spec, run: CheckRun) => Promise<CheckResult>
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
    const hide = (text: string) => mask.hide(text)
    const overdue = (): CheckResult => ({
      pass: false,
      message: limit.isOver()
        ? `No answer within ${secondsOf(context.timeoutMs)}.`
        : 'The check was stopped before it ended.',
    })
    const work = async (): Promise<CheckResult> => {
      try {
        signal.throwIfAborted()
        return await run(given, {
          signal,
          timeoutMs: context.timeoutMs,
          hide,
          connection: context.connectionOf,
          sandbox: context.sandbox,
          plain: context.secretOf,
          secret: async (source) => {
            const text = await context.secretOf(source)
            hide(text)
            return text
          },
        })
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
