import type { FastifyBaseLogger } from 'fastify'
import type { Canaries, CheckInForce } from '#relay/backend/checks/engine/canaries.ts'
import type { CheckBlocks } from '#relay/backend/checks/engine/check-blocks.ts'
import type { CanaryRuns } from '#relay/backend/checks/engine/canary-runs.ts'
import type { CheckBook } from '#relay/backend/checks/store/check-book.ts'
import type { CheckSeries } from '#relay/backend/checks/engine/check-series.ts'
import type { CheckOutcome, LiveCheck } from '#relay/backend/checks/store/live-check.ts'
import type { PostedResult } from '#relay/backend/checks/spec/check-type.ts'
import { isPosted } from '#relay/backend/checks/engine/posted-results.ts'
import type { Held } from '#relay/backend/schedule/guarded-database.ts'
import type { Work } from '#relay/backend/schedule/work.ts'
import { runCheck, type CheckRun, type RunOptions } from '#relay/backend/checks/engine/run-check.ts'
import type { TransformedChecks } from '#relay/backend/checks/engine/transformed-checks.ts'
import { endsWithin } from '#relay/time-limit.ts'

interface RunInForceDeps extends Omit<RunOptions, 'last' | 'posted'> {
  readonly canaries: Canaries
  readonly canaryRuns: CanaryRuns
  readonly book: CheckBook
  readonly blocks: CheckBlocks
  readonly transformed: TransformedChecks
  readonly series: CheckSeries | undefined
  readonly log: FastifyBaseLogger
  readonly onOutcome: (id: string, outcome: CheckOutcome, held: Held | undefined) => void
  readonly work: Pick<Work, 'canStart' | 'findHeld'>
  readonly onBlock: (id: string) => void
}

const slowAfterMs = 1_000
const endGraceMs = 60_000

const takeTransformed = async (
  { transformed, log }: Pick<RunInForceDeps, 'transformed' | 'log'>,
  check: LiveCheck,
  inForce: CheckInForce,
  { outcome, transformed: results, held }: CheckRun & { readonly held: Held | undefined },
): Promise<readonly string[]> => {
  if (results === undefined) return []
  return transformed.take(check, inForce, { results, time: outcome.time }, held).catch((error: unknown) => {
    log.error({ err: error, checkId: check.record.id }, 'transformed checks not stored')
    return []
  })
}

export const createRunInForce = ({
  canaries,
  canaryRuns,
  book,
  blocks,
  transformed,
  series,
  log,
  onOutcome,
  onBlock,
  work,
  ...run
}: RunInForceDeps) => {
  const runShown = async (
    id: string,
    canary: { readonly canaryId: string; readonly canaryName: string },
    work: () => Promise<CheckRun>,
  ) => {
    const startedAt = Date.now()
    const slow = setTimeout(() => {
      if (canaries.isScheduled(canary.canaryId)) canaryRuns.underWay({ ...canary, checkId: id, startedAt })
    }, slowAfterMs)
    return work().finally(() => clearTimeout(slow))
  }

  const exportMetrics = (id: string, { outcome, transformed: results = [] }: CheckRun): readonly string[] =>
    series?.record(id, [...(outcome.metrics ?? []), ...results.flatMap(({ metrics }) => metrics.samples)]) ?? []

  return async (id: string, posted?: PostedResult): Promise<CheckRun | undefined> => {
    const inForce = canaries.check(id)
    const check = book.get(id)
    if (inForce === undefined || check === undefined) return undefined
    if (isPosted(inForce.runnable) && posted === undefined) return undefined
    const { record } = check
    // Posted results are judged by the relay that receives them.
    if (posted === undefined && !work.canStart(record.canaryId)) return undefined
    const held = posted === undefined ? work.findHeld(record.canaryId) : undefined
    const canary = { canaryId: record.canaryId, canaryName: record.canaryName }
    const isBlocked = async (sinceMs: number): Promise<boolean> => {
      const blocker = await blocks.findBlocker(check, sinceMs)
      if (blocker === undefined) return false
      if (check.block(blocker)) onBlock(id)
      canaryRuns.skip(canary, id, Date.now())
      return true
    }
    if (await isBlocked(0)) return undefined
    const ran = await runShown(id, canary, () =>
      runCheck(record, inForce.runnable, { ...run, last: check.last, posted }),
    )
    if (ran.artifacts.length > 0)
      void run.artifacts
        ?.removeOlder(id)
        .catch((error: unknown) => log.warn({ err: error, checkId: id }, 'artifacts of older results not removed'))
    if (run.signal.aborted) return ran
    // The check may have failed because of another one that has not run since.
    if (!ran.outcome.pass && check.status !== 'unhealthy' && (await isBlocked(ran.outcome.time))) return ran
    const warnings = [
      ...(ran.outcome.warnings ?? []),
      ...blocks.listWarnings(check),
      ...exportMetrics(id, ran),
      ...(await takeTransformed({ transformed, log }, check, inForce, { ...ran, held })),
    ]
    const outcome = { ...ran.outcome, warnings }
    onOutcome(id, outcome, held)
    if (isUnread(inForce, ran) && check.status === 'unhealthy') transformed.withhold(check)
    if (canaries.runnableCount(record.canaryId) > 0)
      canaryRuns.add({
        ...canary,
        checkId: id,
        checkName: record.name,
        startedAt: outcome.time,
        endedAt: outcome.time + (outcome.durationMs ?? 0),
        pass: outcome.pass,
        invalid: outcome.invalid,
        error: outcome.error,
      })
    // A check that ignores its abort signal keeps its slot for a while, so that it cannot overlap itself.
    await endsWithin(endGraceMs, ran.ended)
    return { ...ran, outcome }
  }
}

const isUnread = ({ runnable }: CheckInForce, { transformed: results }: CheckRun): boolean =>
  runnable.transform !== undefined && results === undefined
