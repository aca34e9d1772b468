import { setMaxListeners } from 'node:events'
import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#relay/database/database.ts'
import { BatchWriter } from '#relay/backend/batch-writer.ts'
import { Canaries } from '#relay/backend/checks/canaries.ts'
import { CanaryRuns } from '#relay/backend/checks/canary-runs.ts'
import type { CheckKinds } from '#relay/backend/checks/canary-spec.ts'
import { CheckBook, type SummaryFilter } from '#relay/backend/checks/check-book.ts'
import type { CheckContext } from '#relay/backend/checks/check-type.ts'
import type { CheckOutcome, CheckRecord } from '#relay/backend/checks/live-check.ts'
import { runCheck, type CheckRun } from '#relay/backend/checks/run-check.ts'
import { readHistories, writeStatuses, type StatusRow } from '#relay/backend/checks/status-store.ts'
import { TransformedChecks } from '#relay/backend/checks/transformed-checks.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { OnChange } from '#relay/backend/change.ts'
import type { JobRun } from '#relay/backend/jobs/job-history.ts'
import type { ResourceKind } from '#relay/backend/resources/resources.ts'
import { setAsideResults } from '#relay/backend/checks/set-aside-results.ts'
import { systemClock } from '#relay/backend/schedule/clock.ts'
import { Scheduler } from '#relay/backend/schedule/scheduler.ts'

export interface ChecksOptions {
  readonly database: Database
  readonly secrets: StoredSecrets
  readonly kinds: CheckKinds
  readonly log: FastifyBaseLogger
  readonly onChange: OnChange
  readonly onJob: (run: JobRun) => void
  readonly secretOf: CheckContext['secretOf']
  readonly connectionOf: NonNullable<CheckContext['connectionOf']>
  readonly sandbox?: CheckContext['sandbox']
  /** A check started so many milliseconds after it was due. */
  readonly onStart?: (lateMs: number) => void
  readonly onMissed?: () => void
  /** A check that had a status has the other one now. */
  readonly onTransition?: (checkId: string, status: 'healthy' | 'unhealthy', outcome: CheckOutcome) => void
}

/** The check engine while it runs. */
export interface Checks {
  /** Puts canary documents in force. */
  readonly kind: ResourceKind
  readonly runnerName: string
  /** The body of `GET /canary/api/summary`, of all checks or of those that `filter` names. */
  summary(filter?: SummaryFilter): Buffer
  /** Runs a check at once or joins its run under way; undefined when there is no such check or it cannot run. */
  runNow(id: string): Promise<CheckRun> | undefined
  /** What is known of a check; undefined when there is none of that id. */
  recordOf(id: string): CheckRecord | undefined
  /** Why a check that is listed cannot run; undefined when there is no such check. */
  problemOf(id: string): string | undefined
  /** Lets schedules start; until then they wait. */
  begin(): void
  /** Brings rows and schedule together again after somebody wrote rows of `canaries` or `checks`. */
  reconcile(): Promise<void>
  /** Resolves when every result so far can be read from the database. */
  flush(): Promise<void>
  stop(): Promise<void>
}

/** A scheduled check that runs for so long shows the run of its canary as under way. */
const slowAfterMs = 1_000
const endGraceMs = 60_000
const stopGraceMs = 3_000
const writeGraceMs = 10_000

/** Starts the check engine with what the database knows; documents come later, through `kind`. */
export const startChecks = async (options: ChecksOptions): Promise<Checks> => {
  const { database, secrets, kinds, log, onChange, onJob, secretOf, connectionOf, sandbox } = options
  const runnerName = hostname()
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)
  let hasBegun = false
  await setAsideResults(database, log)
  const histories = await readHistories(database, Date.now())

  const results = new BatchWriter<StatusRow>({
    name: 'check results',
    log,
    write: async (rows, isUrgent) => {
      await writeStatuses(database, rows)
      const ids = [...new Set(rows.map(({ checkId }) => checkId))]
      onChange({ relation: 'check_statuses', ids, isUrgent })
      onChange({ relation: 'checks', ids, isUrgent })
    },
    onRoom: () => scheduler.resume(),
  })
  const canaryRuns = new CanaryRuns((canaryId) => canaries.runnableCount(canaryId), onJob)

  const scheduler = new Scheduler<CheckRun | undefined>({
    clock: systemClock,
    canStart: () => hasBegun && !results.full,
    run: (id) => run(id),
    onStart: (_id, lateMs) => options.onStart?.(lateMs),
    onMissed: (id) => {
      options.onMissed?.()
      const record = book.get(id)?.record
      if (record !== undefined) canaryRuns.missed(record.canaryId, record.canaryName, record.name, Date.now())
    },
  })
  const book = new CheckBook({ now: Date.now, nextOf: (id) => scheduler.nextOf(id), runnerName, histories })
  const canaries = new Canaries({
    database,
    secrets,
    kinds,
    book,
    schedule: scheduler,
    onChange: (change) => {
      const withdrawn = 'The canary was removed, or has no schedule any more.'
      canaryRuns.stop((canaryId) => (canaries.isScheduled(canaryId) ? undefined : withdrawn), Date.now())
      onChange(change)
    },
  })
  const transformed = new TransformedChecks({ database, secrets, book, onOutcome: take, onChange })

  /** Takes a result into the list and towards the database. */
  function take(id: string, outcome: CheckOutcome): void {
    const check = book.get(id)
    if (check === undefined) return
    const before = check.status
    const { transition } = check.add(outcome)
    if (transition) options.onTransition?.(id, outcome.pass ? 'healthy' : 'unhealthy', outcome)
    const lastTransition = transition || before === '' ? check.lastTransition : null
    results.add({ checkId: id, outcome, lastTransition, nextRuntime: scheduler.nextOf(id) ?? null }, transition)
  }

  async function run(id: string): Promise<CheckRun | undefined> {
    const inForce = canaries.check(id)
    const check = book.get(id)
    if (inForce === undefined || check === undefined) return undefined
    const { record } = check
    const { canaryId, canaryName } = record
    const startedAt = Date.now()
    const slow = setTimeout(() => {
      if (canaries.isScheduled(canaryId)) canaryRuns.underWay({ canaryId, canaryName, checkId: id, startedAt })
    }, slowAfterMs)
    const done = await runCheck(record, inForce.runnable, {
      secretOf,
      connectionOf,
      sandbox,
      signal: stopping.signal,
      last: check.last,
    }).finally(() => clearTimeout(slow))
    if (stopping.signal.aborted) return done
    take(id, done.outcome)
    const { outcome } = done
    const isInForce = canaries.runnableCount(canaryId) > 0
    if (isInForce)
      canaryRuns.add({
        canaryId,
        canaryName,
        checkId: id,
        checkName: record.name,
        startedAt: outcome.time,
        endedAt: outcome.time + (outcome.durationMs ?? 0),
        pass: outcome.pass,
        error: outcome.error,
      })
    if (done.transformed !== undefined) {
      await transformed
        .take(check, inForce, done.transformed, outcome.time)
        .catch((error: unknown) =>
          log.error({ err: error }, `The results that ${record.name} made could not be listed.`),
        )
    }
    await endOf(done.ended)
    return done
  }

  return {
    kind: canaries,
    runnerName,
    summary: (filter) => book.summary(filter),
    runNow: (id) => {
      if (canaries.check(id) === undefined) return undefined
      return scheduler.runNow(id)?.then((done) => {
        if (done === undefined) throw new Error('The check was removed while it was to run.')
        return done
      })
    },
    recordOf: (id) => book.get(id)?.record,
    problemOf: (id) => book.get(id)?.record.problem,
    begin: () => {
      hasBegun = true
      scheduler.resume()
    },
    reconcile: () => canaries.reconcile(),
    flush: () => results.flush(),
    stop: async () => {
      await scheduler.stop(stopGraceMs)
      stopping.abort()
      canaryRuns.stop(() => 'The relay was stopped while this run was under way.', Date.now())
      const lost = await results.stop(writeGraceMs)
      if (lost > 0) log.error(`${lost} check results could not be written before the end.`)
    },
  }
}

/** A check that was told to stop and does not keeps its turn for a while, so that it cannot overlap itself. */
const endOf = async (ended: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, endGraceMs)
  })
  await Promise.race([ended, patience])
  clearTimeout(timer)
}
