import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { getCondition, type PlaybookAction, type PlaybookSpec } from '#shared/playbooks/playbook-spec.ts'
import type { ActionStatus, RunStatus } from '#shared/playbooks/run-status.ts'
import { formatDuration } from '#shared/primitives/duration.ts'
import { toErrorSentence } from '#shared/primitives/thrown-error.ts'
import { evaluate } from '#relay/backend/templates/template.ts'
import { findUnsupportedReason } from '#relay/backend/playbooks/actions/run-action.ts'
import type { ActionOutcome } from '#relay/backend/playbooks/actions/action-context.ts'
import { toConditionExpression } from '#relay/backend/playbooks/spec/condition.ts'
import { evaluateDuration } from '#relay/backend/playbooks/spec/evaluate-duration.ts'
import type { Environment } from '#relay/backend/playbooks/spec/render.ts'
import { retryWaitMs } from './retry-wait.ts'
import { RunEnd } from './run-end.ts'
import type { StepOutcome } from './run-environment.ts'
import type { NewAction } from './run-store.ts'
import { longestTimerMs, timeLimit } from '#relay/time-limit.ts'

export interface StepHost {
  readonly runId: string
  readonly spec: PlaybookSpec
  readonly signal: AbortSignal
  readonly environmentAfter: (steps: readonly StepOutcome[]) => Environment
  readonly insert: (action: NewAction) => Promise<void>
  readonly start: (actionId: string) => Promise<void>
  readonly end: (actionId: string, status: ActionStatus, outcome: ActionOutcome) => Promise<void>
  readonly setStatus: (status: RunStatus) => Promise<void>
  /** Releases the run's slot during `work`. */
  readonly rest: (work: () => Promise<void>) => Promise<void>
  readonly carryOut: (
    action: PlaybookAction,
    actionId: string,
    environment: Environment,
    limit: { readonly signal: AbortSignal; readonly timeoutMs: number },
  ) => Promise<ActionOutcome>
}

interface TriedStep extends ActionOutcome {
  readonly timedOut?: boolean
}

const nothing: Readonly<Record<string, unknown>> = {}

export const runSteps = async (host: StepHost): Promise<readonly StepOutcome[]> => {
  const steps: StepOutcome[] = []
  for (const action of host.spec.actions) steps.push(await runStep(host, action, host.environmentAfter(steps)))
  return steps
}

const runStep = async (host: StepHost, action: PlaybookAction, environment: Environment): Promise<StepOutcome> => {
  const { name, retry } = action
  const step = (status: ActionStatus, { result, error, timedOut }: TriedStep): StepOutcome => ({
    name,
    status,
    result,
    error,
    ...(timedOut === true && { timedOut }),
  })
  const condition = await isMet(action, environment)
  if (condition !== true) {
    const status = condition === false ? 'skipped' : 'failed'
    const outcome = { result: nothing, error: condition === false ? null : condition.error }
    const id = randomUUID()
    await host.insert({ id, runId: host.runId, name, status: 'scheduled', attempt: 0, delayMs: 0 })
    await host.end(id, status, outcome)
    return step(status, outcome)
  }
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await tryStep(host, action, environment, attempt)
    if (outcome.error === null) return step('completed', outcome)
    const isHopeless = findUnsupportedReason(action, host.spec.runsOn) !== undefined
    if (isHopeless || attempt >= (retry?.limit ?? 0)) return step('failed', outcome)
  }
}

const isMet = async (
  action: PlaybookAction,
  environment: Environment,
): Promise<boolean | { readonly error: string }> => {
  try {
    const value = await evaluate({ expr: toConditionExpression(getCondition(action)).expression }, environment)
    if (typeof value === 'boolean') return value
    return { error: `The condition (if) must be true or false, got ${JSON.stringify(value)}.` }
  } catch (error) {
    return { error: `The condition (if) could not be evaluated. ${toErrorSentence(error)}` }
  }
}

const loadDuration = async (
  name: 'delay' | 'timeout' | 'retry.duration',
  text: string,
  environment: Environment,
): Promise<number | undefined> => {
  try {
    return await evaluateDuration(text, environment)
  } catch (error) {
    throw new Error(`${name}: ${toErrorSentence(error)}`, { cause: error })
  }
}

const findRetryMs = async ({ retry }: PlaybookAction, environment: Environment, attempt: number): Promise<number> => {
  if (attempt === 0 || retry === undefined) return 0
  const { duration } = retry
  const baseMs = duration === undefined ? undefined : await loadDuration('retry.duration', duration, environment)
  return retryWaitMs(retry, baseMs, attempt, Math.random())
}

/** Rejects with the reason of the signal. */
const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  pause(Math.min(ms, longestTimerMs), undefined, { signal }).catch(() => signal.throwIfAborted())

const tryStep = async (
  host: StepHost,
  action: PlaybookAction,
  environment: Environment,
  attempt: number,
): Promise<TriedStep> => {
  const { runId, signal } = host
  const { delay, timeout } = action
  const id = randomUUID()
  let delayMs = 0
  let timeoutMs = longestTimerMs
  let broken: ActionOutcome | undefined
  try {
    delayMs = await findRetryMs(action, environment, attempt)
    if (attempt === 0 && delay !== undefined) delayMs = (await loadDuration('delay', delay, environment)) ?? 0
    if (timeout !== undefined) timeoutMs = (await loadDuration('timeout', timeout, environment)) ?? longestTimerMs
  } catch (error) {
    broken = { result: nothing, error: toErrorSentence(error) }
  }
  const waits = delayMs > 0
  await host.insert({ id, runId, name: action.name, status: waits ? 'sleeping' : 'running', attempt, delayMs })
  try {
    if (waits) {
      await host.setStatus(attempt === 0 ? 'sleeping' : 'retrying')
      await host.rest(() => wait(delayMs, signal))
      await host.setStatus('running')
      await host.start(id)
    }
    const unsupportedReason = findUnsupportedReason(action, host.spec.runsOn)
    if (unsupportedReason !== undefined) broken = { result: nothing, error: unsupportedReason }
    const outcome =
      broken ?? (await limited(host.signal, timeoutMs, (within) => host.carryOut(action, id, environment, within)))
    await host.end(id, outcome.error === null ? 'completed' : 'failed', outcome)
    signal.throwIfAborted()
    return outcome
  } catch (error) {
    if (error instanceof RunEnd) await host.end(id, 'failed', { result: nothing, error: error.message })
    throw error
  }
}

const limited = async (
  signal: AbortSignal,
  timeoutMs: number,
  carryOut: (within: { readonly signal: AbortSignal; readonly timeoutMs: number }) => Promise<ActionOutcome>,
): Promise<TriedStep> => {
  const late = () => new Error(`The step timed out after ${formatDuration(timeoutMs)}.`)
  const limit = timeLimit(timeoutMs, signal, late)
  try {
    const outcome = await carryOut({ signal: limit.signal, timeoutMs })
    if (outcome.error === null || !limit.signal.aborted) return outcome
    return { ...outcome, error: (limit.signal.reason as Error).message, timedOut: limit.isOver() }
  } catch (error) {
    signal.throwIfAborted()
    const timedOut = limit.isOver()
    return { result: nothing, error: timedOut ? late().message : toErrorSentence(error), timedOut }
  } finally {
    limit.done()
  }
}
