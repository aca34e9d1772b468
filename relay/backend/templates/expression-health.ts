import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { appendValue } from '#shared/primitives/append-value.ts'
import { runJq } from '#relay/backend/jq/jq.ts'
import { evaluate, expressionProcesses, type Template } from './template.ts'
import { TemplateError } from './template-error.ts'

interface ExpressionHealth {
  readonly check: () => Promise<void>
}

interface ExpressionHealthOptions {
  readonly probe: () => Promise<string | undefined>
  readonly startFailure: () => string | undefined
  readonly now?: () => number
}

const validForMs = 300_000
const retryAfterMs = 10_000

export const createExpressionHealth = ({
  probe,
  startFailure,
  now = Date.now,
}: ExpressionHealthOptions): ExpressionHealth => {
  let last: { readonly atMs: number; readonly failure: string | undefined } | undefined
  let running: Promise<void> | undefined
  const run = async () => {
    const failure = await probe()
    last = { atMs: now(), failure }
    running = undefined
  }
  return {
    check: async () => {
      if (last === undefined) await (running ??= run())
      const failure = last?.failure ?? startFailure()
      const maxAgeMs = failure === undefined ? validForMs : retryAfterMs
      if (last !== undefined && now() - last.atMs >= maxAgeMs) running ??= run()
      if (failure !== undefined) throw new Error(failure)
    },
  }
}

const timeoutMs = 20_000

const expressions: readonly (readonly [language: string, template: Template, expected: unknown])[] = [
  ['CEL', { expr: '1 + 1' }, 2],
  ['Go templates', { template: '{{ printf "%d" 2 }}' }, '2'],
  ['JavaScript', { javascript: '1 + 1' }, 2],
]

const probes: readonly (readonly [language: string, isCorrect: () => Promise<boolean>])[] = [
  ...expressions.map(
    ([language, template, expected]) =>
      [language, async () => (await evaluate(template, {}, { timeoutMs, owner: 'readyz' })) === expected] as const,
  ),
  ['jq', async () => (await runJq('. + 1', '1', AbortSignal.timeout(timeoutMs))) === '2\n'],
]

const reasonLengthMax = 300

const reasonFor = (error: unknown): string => {
  const message = toErrorMessage(error)
  const reason = error instanceof TemplateError ? error.reason : message
  return toOneLine(reason)
}

const toOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, reasonLengthMax)

const failureIn = async (isCorrect: () => Promise<boolean>): Promise<string | undefined> => {
  try {
    return (await isCorrect()) ? undefined : 'Unexpected result.'
  } catch (error) {
    return reasonFor(error)
  }
}

export const describeFailures = (failures: readonly (readonly [language: string, reason: string])[]): string => {
  const languagesByReason = new Map<string, string[]>()
  for (const [language, reason] of failures) appendValue(languagesByReason, reason, language)
  return [...languagesByReason].map(([reason, languages]) => `${languages.join(', ')}: ${reason}`).join(' ')
}

export const expressionHealth = (): ExpressionHealth =>
  createExpressionHealth({
    startFailure: () => {
      const { startFailure } = expressionProcesses
      return startFailure && toOneLine(`Cannot start the expression process: ${startFailure}`)
    },
    probe: async () => {
      await expressionProcesses.retryFailedStarts()
      const results = await Promise.all(
        probes.map(async ([language, isCorrect]) => [language, await failureIn(isCorrect)] as const),
      )
      const failures = results.flatMap(([language, failure]) =>
        failure === undefined ? [] : [[language, failure] as const],
      )
      return failures.length === 0 ? undefined : describeFailures(failures)
    },
  })
