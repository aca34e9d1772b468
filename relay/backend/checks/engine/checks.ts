import { setMaxListeners } from 'node:events'
import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import { runCheckRoute, type CheckRunResponse } from '#shared/health/check-routes.ts'
import type { Database } from '#relay/database/database.ts'
import { BatchWriter } from '#relay/backend/rows/batch-writer.ts'
import { Canaries } from '#relay/backend/checks/engine/canaries.ts'
import { CanaryRuns } from '#relay/backend/checks/engine/canary-runs.ts'
import { CheckBlocks } from '#relay/backend/checks/engine/check-blocks.ts'
import type { CheckKinds } from '#relay/backend/checks/spec/canary-spec.ts'
import { CheckBook, type AcknowledgedCheck, type SummaryFilter } from '#relay/backend/checks/store/check-book.ts'
import { ReportFilter } from '#relay/backend/checks/engine/check-report.ts'
import { CheckSeries } from '#relay/backend/checks/engine/check-series.ts'
import type { SeriesRegistry } from '#relay/http/check-metrics.ts'
import type { CheckContext } from '#relay/backend/checks/spec/check-type.ts'
import type { Blocker } from '#relay/backend/checks/store/dependencies.ts'
import type { CheckOutcome, CheckRecord, LiveCheck } from '#relay/backend/checks/store/live-check.ts'
import type { CheckRun } from '#relay/backend/checks/engine/run-check.ts'
import { createRunInForce } from '#relay/backend/checks/engine/run-in-force.ts'
import {
  createPostedResults,
  isPosted,
  type PostedCall,
  type PostOutcome,
} from '#relay/backend/checks/engine/posted-results.ts'
import { ResultsElsewhere } from '#relay/backend/checks/engine/results-elsewhere.ts'
import { createWriteResults } from '#relay/backend/checks/store/write-results.ts'
import { readHistories, type StatusRow } from '#relay/backend/checks/store/status-store.ts'
import type { ResultArtifacts } from '#relay/backend/checks/engine/result-artifacts.ts'
import { toRunResponse } from '#relay/backend/checks/engine/run-response.ts'
import { TransformedChecks } from '#relay/backend/checks/engine/transformed-checks.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import type { JobRun } from '#relay/backend/jobs/job-history.ts'
import type { UnusableRow } from '#relay/backend/resources/rejected-documents.ts'
import type { DocumentKind } from '#relay/backend/resources/apply-documents.ts'
import { setAsideResults } from '#relay/backend/checks/store/set-aside-results.ts'
import { systemClock } from '#relay/backend/schedule/clock.ts'
import type { Held } from '#relay/backend/schedule/guarded-database.ts'
import { OwnedSchedules } from '#relay/backend/schedule/owned-schedules.ts'
import type { RelayCalls } from '#relay/backend/schedule/relay-calls.ts'
import { Scheduler, type SchedulerOptions } from '#relay/backend/schedule/scheduler.ts'
import type { Work } from '#relay/backend/schedule/work.ts'

interface ChecksOptions {
  readonly database: Database
  readonly secrets: StoredSecrets
  readonly kinds: CheckKinds
  readonly work: Work
  readonly calls: Pick<RelayCalls, 'serve' | 'call'>
  readonly relayId: string
  readonly log: FastifyBaseLogger
  readonly onChange: OnChange
  readonly onJob: (run: JobRun) => void
  readonly resolveSecret: CheckContext['resolveSecret']
  readonly resolveConnection: NonNullable<CheckContext['resolveConnection']>
  readonly sandbox?: CheckContext['sandbox']
  readonly artifacts?: ResultArtifacts
  readonly findConfigs: NonNullable<CheckContext['findConfigs']>
  readonly onStart?: (lateMs: number) => void
  readonly onMissed?: () => void
  readonly series?: SeriesRegistry
  readonly onTransition?: (checkId: string, status: 'healthy' | 'unhealthy', outcome: CheckOutcome) => void
}

interface ReportedResults {
  readonly checkId: string
  readonly outcomes: readonly CheckOutcome[]
}

export interface Checks {
  readonly kind: DocumentKind
  readonly runnerName: string
  summary(filter?: SummaryFilter): Buffer
  /** On the relay instance that owns the check. */
  runNow(id: string): Promise<CheckRunResponse> | undefined
  post(call: PostedCall): Promise<PostOutcome>
  isPosted(id: string): boolean
  findRecord(id: string): CheckRecord | undefined
  findBlocker(id: string): Blocker | undefined
  find(id: string): Pick<LiveCheck, 'record' | 'status' | 'acknowledgement'> | undefined
  listAcknowledged(): readonly AcknowledgedCheck[]
  findConfigError(id: string): string | undefined
  listUnusable(): readonly UnusableRow[]
  countOwned(): number
  begin(): void
  reconcile(): Promise<void>
  /** The results are in the database already. Returns true when the status of a check changed. */
  receive(results: readonly ReportedResults[]): boolean
  flush(): Promise<void>
  /** Results that another relay instance received and stored. */
  readonly follow: OnChange
  stop(): Promise<void>
}

const stopGraceMs = 3_000
const writeGraceMs = 10_000
const writeEveryMs = 1_000
const withdrawn = 'The canary was deleted or no longer has a schedule.'

const resultWriter = (options: ChecksOptions, onRoom: () => void, onDropped: (ids: readonly string[]) => void) =>
  new BatchWriter<StatusRow>({
    name: 'check results',
    log: options.log,
    everyMs: writeEveryMs,
    write: createWriteResults({ ...options, onDropped }),
    onRoom,
  })

const receiveResults = (book: CheckBook, { checkId, outcomes }: ReportedResults, { onTransition }: ChecksOptions) => {
  const check = book.get(checkId)
  const newest = outcomes.at(-1)
  if (check === undefined || newest === undefined) return false
  const before = check.status
  for (const outcome of outcomes) check.add(outcome)
  if (before === '' || before === check.status) return false
  if (check.status !== '') onTransition?.(checkId, check.status, newest)
  return true
}

interface OutcomeDeps {
  readonly options: ChecksOptions
  readonly book: CheckBook
  readonly blocks: CheckBlocks
  readonly results: BatchWriter<StatusRow>
  readonly reports: ReportFilter
  readonly scheduler: Pick<OwnedSchedules, 'findNextStart'>
}

const createOutcomeHandler =
  ({ options, book, blocks, results, reports, scheduler }: OutcomeDeps) =>
  (id: string, outcome: CheckOutcome, held: Held | undefined): void => {
    const check = book.get(id)
    if (check === undefined) return
    const before = check.status
    const { transition } = check.add(outcome)
    const { status } = check
    const report = (): void => {
      if (transition && status !== '') options.onTransition?.(id, status, outcome)
    }
    // Only the result of the owner counts, which the database decides.
    const isDecided = held === undefined
    if (isDecided) report()
    const lastTransition = transition || before === '' ? check.lastTransition : null
    const nextRuntime = scheduler.findNextStart(id) ?? null
    const isReportStored = outcome.report !== undefined && reports.shouldStore(id, outcome.report, outcome.time)
    const row: StatusRow = {
      checkId: id,
      outcome,
      lastTransition,
      nextRuntime,
      status,
      report: isReportStored ? outcome.report : undefined,
      held,
      onStored: isDecided || !transition ? undefined : report,
    }
    results.add(row, transition || before === '')
    if (before === '') blocks.add(check)
    blocks.update(check)
  }

const createFollowers = (options: ChecksOptions, book: CheckBook, scheduler: Scheduler<CheckRun | undefined>) => {
  const reports = new ReportFilter()
  const blocks = new CheckBlocks({ book, scheduler, onChange: options.onChange })
  const series = options.series && new CheckSeries(options.series)
  const followChecks = (): void => {
    blocks.reset()
    reports.forget((checkId) => book.get(checkId) === undefined)
    series?.retain((checkId) => book.get(checkId) !== undefined)
  }
  return { reports, blocks, series, followChecks }
}

const createScheduler = (
  options: ChecksOptions,
  { onMissed, ...own }: Pick<Required<SchedulerOptions<CheckRun | undefined>>, 'canStart' | 'run' | 'onMissed'>,
) =>
  new Scheduler<CheckRun | undefined>({
    clock: systemClock,
    ...own,
    onStart: (_id, lateMs) => options.onStart?.(lateMs),
    onMissed: (id) => {
      options.onMissed?.()
      onMissed(id)
    },
  })

const createSchedules = (
  work: Work,
  scheduler: Scheduler<CheckRun | undefined>,
  book: CheckBook,
  renew: (ids: readonly string[]) => Promise<void>,
) =>
  new OwnedSchedules({
    work,
    scheduler,
    readLastStarts: async (ids) => {
      await renew(ids)
      return new Map(
        ids.flatMap((id) => {
          const at = book.get(id)?.lastRuntime ?? null
          return at === null ? [] : [[id, at] as const]
        }),
      )
    },
  })

const respondAfterWrite = async (
  run: Promise<CheckRun | undefined>,
  flush: () => Promise<void>,
  log: FastifyBaseLogger,
): Promise<CheckRunResponse> => {
  const done = await run
  if (done === undefined) throw new Error('The check was deleted before it ran.')
  await flush().catch(() => log.warn({ checkId: done.record.id }, 'check result not written yet'))
  return toRunResponse(done)
}

const runElsewhere = async (id: string, calls: Pick<RelayCalls, 'call'>): Promise<CheckRunResponse> =>
  runCheckRoute.response.parse(await calls.call('check', id))

const createReads = (book: CheckBook, canaries: Canaries, schedules: OwnedSchedules) => ({
  countOwned: () => schedules.count,
  summary: (filter?: SummaryFilter) => book.summary(filter),
  isPosted: (id: string) => isPosted(canaries.check(id)?.runnable),
  find: (id: string) => book.get(id),
  listAcknowledged: () => book.listAcknowledged(),
  findRecord: (id: string) => book.get(id)?.record,
  findBlocker: (id: string) => book.get(id)?.blocker,
  findConfigError: (id: string) => book.get(id)?.record.configError,
  listUnusable: () => canaries.listUnusable(),
})

export const startChecks = async (options: ChecksOptions): Promise<Checks> => {
  const { database, log, onChange, resolveSecret, resolveConnection, findConfigs, sandbox, work, calls } = options
  const runnerName = hostname()
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)
  let hasBegun = false
  await setAsideResults(database, log)
  const histories = await readHistories(database, Date.now())

  const results = resultWriter(
    options,
    () => scheduler.resume(),
    (ids) => void elsewhere.renew(ids),
  )
  const canaryRuns = new CanaryRuns((canaryId) => canaries.runnableCount(canaryId), options.onJob)
  const scheduler = createScheduler(options, {
    canStart: () => hasBegun && !results.full,
    run: (id) => runInForce(id),
    onMissed: (id) => {
      const record = book.get(id)?.record
      if (record !== undefined) canaryRuns.missed(record.canaryId, record.canaryName, record.name, Date.now())
    },
  })
  const book = new CheckBook({
    now: Date.now,
    findNextStart: (id) => schedules.findNextStart(id),
    runnerName,
    histories,
  })
  const schedules = createSchedules(work, scheduler, book, (ids) => elsewhere.renew(ids))
  const { reports, blocks, series, followChecks } = createFollowers(options, book, scheduler)
  const canaries = new Canaries({
    ...options,
    book,
    schedule: schedules,
    onChange: (change) => {
      followChecks()
      canaryRuns.stop((canaryId) => (canaries.isScheduled(canaryId) ? undefined : withdrawn), Date.now())
      onChange(change)
    },
  })

  const onOutcome = createOutcomeHandler({ options, book, blocks, results, reports, scheduler: schedules })
  const transformed = new TransformedChecks({ ...options, book, onOutcome })
  const onBlock = (id: string) => onChange({ relation: 'checks', ids: [id] })
  const parts = { canaries, canaryRuns, book, blocks, transformed, series, log, onOutcome, onBlock }
  const context = { resolveSecret, resolveConnection, findConfigs, sandbox, signal: stopping.signal }
  const runInForce = createRunInForce({ ...parts, ...context, work, artifacts: options.artifacts })
  const elsewhere = new ResultsElsewhere({ ...options, book, blocks, reconcile: () => canaries.reconcile() })
  if (work.isShared) await elsewhere.start()
  work.follow(() => schedules.settle().then(() => results.flush()))
  const runHere = (id: string) => {
    const run = scheduler.runNow(id)
    return run && respondAfterWrite(run, () => results.flush(), log)
  }
  calls.serve('check', runHere)

  return {
    kind: canaries,
    runnerName,
    ...createReads(book, canaries, schedules),
    runNow: (id) => (canaries.check(id) === undefined ? undefined : (runHere(id) ?? runElsewhere(id, calls))),
    post: createPostedResults({ canaries, book, resolveSecret, log, runInForce }),
    begin: () => {
      hasBegun = true
      scheduler.resume()
    },
    reconcile: () => canaries.reconcile(),
    receive: (reported) => reported.filter((results) => receiveResults(book, results, options)).length > 0,
    flush: () => results.flush(),
    follow: ({ relation, ids, isElsewhere }) => {
      if (relation === 'check_statuses' && isElsewhere === true && ids !== undefined) void elsewhere.renew(ids)
    },
    stop: async () => {
      await elsewhere.stop()
      await scheduler.stop(stopGraceMs)
      stopping.abort()
      canaryRuns.stop(() => 'The relay stopped during this run.', Date.now())
      const lost = await results.stop(writeGraceMs)
      if (lost > 0) log.error({ rows: lost }, 'check results lost at shutdown')
    },
  }
}
