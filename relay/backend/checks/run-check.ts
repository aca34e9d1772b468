import { withoutBigints } from '#shared/primitives/exact-json.ts'
import { formatDuration } from '#shared/primitives/duration.ts'
import type { RunnableCheck } from '#relay/backend/checks/canary-spec.ts'
import type { CheckContext, CheckResult } from '#relay/backend/checks/check-type.ts'
import { resourceVariables, resultVariables } from '#relay/backend/checks/check-variables.ts'
import type { CheckOutcome, CheckRecord } from '#relay/backend/checks/live-check.ts'
import { maskedDetails } from '#relay/backend/checks/masked-result.ts'
import { readTransformed, type TransformedResult } from '#relay/backend/checks/transformed-result.ts'
import { evaluateAll, type CompiledTemplate } from '#relay/backend/templates/template.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'

export interface RunOptions {
  readonly resolveSecret: CheckContext['resolveSecret']
  readonly resolveConnection?: CheckContext['resolveConnection']
  readonly sandbox?: CheckContext['sandbox']
  readonly signal: AbortSignal
  readonly last: CheckOutcome | undefined
}

export interface CheckRun {
  readonly record: CheckRecord
  readonly outcome: CheckOutcome
  readonly transformed: readonly TransformedResult[] | undefined
  /** Resolves when the check has released everything, which can be long after its timeout. */
  readonly ended: Promise<void>
}

const timeoutMaxMs = 15_000
const timeoutMinMs = 1_000
const messageMax = 1_000
const detailsMaxLength = 16_384

export const defaultTimeoutMs = (intervalMs: number | null): number =>
  Math.round(Math.min(timeoutMaxMs, Math.max(timeoutMinMs, (intervalMs ?? timeoutMaxMs) * 0.9)))

type Judging = Pick<RunnableCheck, 'test' | 'display' | 'transform'>

interface Verdict {
  readonly pass: boolean
  readonly message: string
  readonly invalid: boolean
  readonly made?: Evaluated | undefined
}

const invalid = (message: string): Verdict => ({ pass: false, message, invalid: true })

const judge = async (
  result: CheckResult,
  { test, display, transform }: Judging,
  environment: () => Readonly<Record<string, unknown>>,
  owner: string,
): Promise<Verdict> => {
  let { pass, message } = result
  const isJudged = (pass || result.messageIfTestPasses !== undefined) && test !== undefined
  const {
    test: verdict,
    display: shown,
    transform: made,
  } = await evaluateParts(
    {
      test: isJudged ? test : undefined,
      display: result.details === undefined ? undefined : display,
      transform: pass || isJudged ? transform : undefined,
    },
    environment,
    owner,
  )
  if (verdict !== undefined) {
    message = result.messageIfTestPasses ?? message
    if (!verdict.ok) return invalid(verdict.message)
    const passed = parseVerdict(verdict.value)
    if (passed === undefined) {
      const shownValue = clip(JSON.stringify(verdict.value) ?? 'nothing', 80)
      return invalid(`test: must return true or false, got ${shownValue}.`)
    }
    pass = passed
    if (!pass) message = `Test failed. ${message}`
  }
  if (shown?.ok === true) message = toText(shown.value)
  else if (shown !== undefined && pass) return invalid(shown.message)
  if (pass && made !== undefined) return { pass, message, invalid: false, made }
  return { pass, message, invalid: result.invalid === true }
}

/** `markFailOnEmpty` is about the list that the transform returned, otherwise the one that the check read. */
const failIfEmpty = (
  verdict: Verdict,
  { markFailOnEmpty }: Pick<RunnableCheck['base'], 'markFailOnEmpty'>,
  { details = {} }: CheckResult,
  transformed: readonly unknown[] | undefined,
): Verdict => {
  if (markFailOnEmpty !== true || !verdict.pass) return verdict
  const isEmpty = transformed === undefined ? hasNoResults(details) : transformed.length === 0
  return isEmpty ? { pass: false, message: 'The result is empty.', invalid: false } : verdict
}

const hasNoResults = ({ count, results, json }: Readonly<Record<string, unknown>>): boolean =>
  count === 0 || [results, json].some((list) => Array.isArray(list) && list.length === 0)

const parseVerdict = (value: unknown): boolean | undefined => {
  if (value === true || value === 'true') return true
  return value === false || value === 'false' || value === '' || value === null ? false : undefined
}

export const runCheck = async (
  record: CheckRecord,
  { prepared, base, ...judging }: RunnableCheck,
  { resolveSecret, resolveConnection, sandbox, signal, last }: RunOptions,
): Promise<CheckRun> => {
  const time = Date.now()
  const startedAt = performance.now()
  const timeoutMs = base.timeout ?? defaultTimeoutMs(record.intervalMs)
  const stop = new AbortController()
  const mask = new Mask()
  mask.hideAll(prepared.secrets)
  const running = (async () =>
    prepared.run({
      signal: stop.signal,
      timeoutMs,
      resolveSecret,
      mask,
      ...(resolveConnection === undefined ? {} : { resolveConnection }),
      sandbox,
      namespace: record.namespace,
      about: resourceVariables(record),
    }))().catch((error: unknown): CheckResult => ({ pass: false, message: formatError(error) }))
  const ended = running.then(() => undefined)
  const result = await Promise.race([running, stoppedBy(signal, stop, timeoutMs, ended)])
  const durationMs = result.durationMs ?? performance.now() - startedAt

  const verdict = await judge(result, judging, () => resultVariables(record, result, durationMs, last), record.canaryId)
  const { made } = verdict
  const read = made?.ok === true ? readTransformed(mask, made.value) : made
  const { pass, message, ...judged } =
    read?.ok === false ? invalid(read.message) : failIfEmpty(verdict, base, result, read?.value)
  const maskedMessage = clip(mask.inText(message))
  return {
    record,
    outcome: {
      time,
      pass,
      invalid: judged.invalid,
      durationMs,
      message: pass ? maskedMessage : '',
      error: pass ? '' : maskedMessage,
      details: boundedDetails(plainDetails(maskedDetails(mask, result.details))),
    },
    transformed: read?.ok === true ? read.value : undefined,
    ended,
  }
}

const stoppedBy = (
  signal: AbortSignal,
  stop: AbortController,
  timeoutMs: number,
  ended: Promise<void>,
): Promise<CheckResult> =>
  new Promise((resolve) => {
    const letGo = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onStop)
    }
    const finish = (message: string) => {
      letGo()
      stop.abort(new Error(message))
      resolve({ pass: false, message })
    }
    const timer = setTimeout(() => finish(`No response within ${formatDuration(timeoutMs)}.`), timeoutMs)
    const onStop = () => finish('The run was stopped because the relay is shutting down.')
    signal.addEventListener('abort', onStop, { once: true })
    if (signal.aborted) onStop()
    void ended.then(letGo)
  })

type Evaluated = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string }

type Part = 'test' | 'display' | 'transform'

const evaluateParts = async (
  templates: Readonly<Record<Part, CompiledTemplate | undefined>>,
  environment: () => Readonly<Record<string, unknown>>,
  owner: string,
): Promise<Partial<Record<Part, Evaluated>>> => {
  const present = (['test', 'display', 'transform'] as const).flatMap((part) => {
    const template = templates[part]
    return template === undefined ? [] : [{ part, template }]
  })
  if (present.length === 0) return {}
  const all = await evaluateAll(
    present.map(({ template }) => template),
    environment(),
    { owner },
  )
  return Object.fromEntries(
    all.map((outcome, index): [Part | undefined, Evaluated] => {
      const part = present[index]?.part
      if (outcome.ok) return [part, outcome]
      return [part, { ok: false, message: `${part}: ${outcome.error.message}` }]
    }),
  )
}

const plainDetails = (details: Record<string, unknown> | undefined): Record<string, unknown> | undefined =>
  details &&
  Object.fromEntries(Object.entries(details).map(([key, value]): [string, unknown] => [key, withoutBigints(value)]))

/** Stored for every result, so large details are reduced to their small fields. */
const boundedDetails = (details: Record<string, unknown> | undefined): Record<string, unknown> | undefined => {
  if (details === undefined || JSON.stringify(details).length <= detailsMaxLength) return details
  const small = Object.entries(details).filter(([, value]) => (JSON.stringify(value) ?? '').length <= 1_024)
  return { ...Object.fromEntries(small.slice(0, 12)), truncated: true }
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
const formatError = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const clip = (text: string, max = messageMax): string => (text.length > max ? `${text.slice(0, max - 1)}…` : text)
