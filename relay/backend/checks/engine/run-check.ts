import { withoutBigints } from '#shared/primitives/exact-json.ts'
import { formatDuration } from '#shared/primitives/duration.ts'
import type { ArtifactRow } from '#shared/artifacts/artifact-row.ts'
import type { SentRequest } from '#shared/health/curl.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { maskMetrics, measureMetrics } from '#relay/backend/checks/spec/check-metrics.ts'
import type { RunnableCheck } from '#relay/backend/checks/spec/canary-spec.ts'
import { buildReport } from '#relay/backend/checks/engine/check-report.ts'
import type { CheckContext, CheckResult } from '#relay/backend/checks/spec/check-type.ts'
import { resourceVariables, resultVariables } from '#relay/backend/checks/spec/check-variables.ts'
import { clip, failIfEmpty, invalid, judge, type Verdict } from '#relay/backend/checks/engine/judge-check.ts'
import type { CheckOutcome, CheckRecord } from '#relay/backend/checks/store/live-check.ts'
import { maskedDetails } from '#relay/backend/checks/engine/masked-result.ts'
import {
  readTransformed,
  type TransformedResult,
  type TransformOutput,
} from '#relay/backend/checks/engine/transformed-result.ts'
import { createArtifactKeeper, type ResultArtifacts } from '#relay/backend/checks/engine/result-artifacts.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'

export interface RunOptions {
  readonly resolveSecret: CheckContext['resolveSecret']
  readonly resolveConnection?: CheckContext['resolveConnection']
  readonly sandbox?: CheckContext['sandbox']
  readonly findConfigs?: CheckContext['findConfigs']
  readonly signal: AbortSignal
  readonly last: CheckOutcome | undefined
  readonly posted?: CheckContext['posted']
  readonly artifacts?: ResultArtifacts | undefined
}

export interface CheckRun {
  readonly record: CheckRecord
  readonly outcome: CheckOutcome
  readonly transformed: readonly TransformedResult[] | undefined
  readonly artifacts: readonly ArtifactRow[]
  /** Resolves when the check has released everything, which can be long after its timeout. */
  readonly ended: Promise<void>
}

const clipped = (text: string): string => clip(text, messageMax)

const timeoutMaxMs = 15_000
const timeoutMinMs = 1_000
const messageMax = 1_000
const detailsMaxLength = 16_384

export const defaultTimeoutMs = (intervalMs: number | null): number =>
  Math.round(Math.min(timeoutMaxMs, Math.max(timeoutMinMs, (intervalMs ?? timeoutMaxMs) * 0.9)))

export const runCheck = async (
  record: CheckRecord,
  { prepared, base, ...judging }: RunnableCheck,
  { resolveSecret, resolveConnection, findConfigs, sandbox, signal, last, posted, artifacts }: RunOptions,
): Promise<CheckRun> => {
  const time = Date.now()
  const startedAt = performance.now()
  const timeoutMs = base.timeout ?? defaultTimeoutMs(record.intervalMs)
  const stop = new AbortController()
  const mask = new Mask()
  mask.hideAll(prepared.secrets)
  const keeper = artifacts && createArtifactKeeper(artifacts, { checkId: record.id, time }, mask)
  let request: SentRequest | undefined
  const running = (async () =>
    prepared.run({
      signal: stop.signal,
      timeoutMs,
      resolveSecret,
      mask,
      ...(resolveConnection !== undefined && { resolveConnection }),
      sandbox,
      findConfigs,
      posted,
      ...keeper?.context,
      namespace: record.namespace,
      about: resourceVariables(record),
      onRequest: (sent) => {
        request = sent
      },
    }))().catch((error: unknown): CheckResult => ({ pass: false, message: toErrorMessage(error) }))
  const ended = running.then(() => undefined)
  const result = await Promise.race([running, stoppedBy(signal, stop, timeoutMs, ended)])
  const durationMs = result.durationMs ?? performance.now() - startedAt

  const environment = resultVariables(record, result, durationMs, last)
  const verdict = await judge(result, judging, () => environment, record.canaryId)
  const { made } = verdict
  const read = made?.ok === true ? readTransformed(mask, made.value) : made
  const output = read?.ok === true ? read.value : undefined
  const judged = read?.ok === false ? invalid(read.message) : failIfEmpty(verdict, base, result, output)
  const own = applyOwnResults(judged, output?.own ?? [])
  const { pass } = own
  const samples = await measureMetrics(base.metrics ?? [], { ...environment, pass }, record.canaryId)
  const measured = maskMetrics(mask, samples)
  const details = own.details ?? result.details
  const message = clipped(mask.inText(own.message))
  const metrics = [...measured.samples, ...(output?.own ?? []).flatMap((result) => result.metrics.samples)]
  return {
    record,
    outcome: {
      time,
      pass,
      invalid: own.invalid,
      durationMs: own.durationMs ?? durationMs,
      message: pass ? message : '',
      error: pass ? '' : message,
      details: boundedDetails(plainDetails(maskedDetails(mask, details))),
      metrics,
      report: buildReport({
        mask,
        time,
        pass,
        message,
        failedTest: own.failedTest,
        variables: environment,
        request,
        details,
        metrics,
      }),
      // Without details there was no response, so that expressions over it fail.
      warnings: [
        ...(result.warnings ?? []).map((warning) => mask.inText(warning)),
        ...(details === undefined ? [] : measured.warnings),
        ...(output?.warnings ?? []),
      ].map(clipped),
    },
    transformed: output?.results,
    artifacts: keeper?.kept ?? [],
    ended,
  }
}

type OwnResult = TransformOutput['own'][number]
type Applied = Verdict & Pick<OwnResult, 'durationMs' | 'details'>

const applyOwnResults = (verdict: Verdict, own: readonly OwnResult[]): Applied => {
  const applied: { -readonly [Key in keyof Applied]: Applied[Key] } = {
    ...verdict,
    durationMs: undefined,
    details: undefined,
  }
  for (const { pass, message, invalid: isInvalid, durationMs, details } of own) {
    applied.pass = pass ?? applied.pass
    applied.message = message ?? applied.message
    applied.invalid = isInvalid || applied.invalid
    applied.durationMs = durationMs ?? applied.durationMs
    applied.details = details ?? applied.details
  }
  return applied
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

const plainDetails = (details: Record<string, unknown> | undefined): Record<string, unknown> | undefined =>
  details &&
  Object.fromEntries(Object.entries(details).map(([key, value]): [string, unknown] => [key, withoutBigints(value)]))

/** Stored for every result, so large details are reduced to their small fields. */
const boundedDetails = (details: Record<string, unknown> | undefined): Record<string, unknown> | undefined => {
  if (details === undefined || JSON.stringify(details).length <= detailsMaxLength) return details
  const small = Object.entries(details).filter(([, value]) => (JSON.stringify(value) ?? '').length <= 1_024)
  return { ...Object.fromEntries(small.slice(0, 12)), truncated: true }
}
