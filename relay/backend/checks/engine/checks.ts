import { setMaxListeners } from 'node:events'
import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
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
import { writeReports } from '#relay/backend/checks/store/report-store.ts'
import { readHistories, writeStatuses, type StatusRow } from '#relay/backend/checks/store/status-store.ts'
import { TransformedChecks } from '#relay/backend/checks/engine/transformed-checks.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import type { JobRun } from '#relay/backend/jobs/job-history.ts'
import type { UnusableRow } from '#relay/backend/resources/rejected-documents.ts'
import type { DocumentKind } from '#relay/backend/resources/apply-documents.ts'
import { setAsideResults } from '#relay/backend/checks/store/set-aside-results.ts'
import { systemClock } from '#relay/backend/schedule/clock.ts'
import { Scheduler } from '#relay/backend/schedule/scheduler.ts'

export interface ChecksOptions {
  readonly database: Database
  readonly secrets: StoredSecrets
  readonly kinds: CheckKinds
  readonly log: FastifyBaseLogger
  readonly onChange: OnChange
  readonly onJob: (run: JobRun) => void
  readonly resolveSecret: CheckContext['resolveSecret']
  readonly resolveConnection: NonNullable<CheckContext['resolveConnection']>
  readonly sandbox?: CheckContext['sandbox']
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
  runNow(id: string): Promise<CheckRun> | undefined
  post(call: PostedCall): Promise<PostOutcome>
  isPosted(id: string): boolean
  findRecord(id: string): CheckRecord | undefined
  findBlocker(id: string): Blocker | undefined
  find(id: string): Pick<LiveCheck, 'record' | 'status' | 'acknowledgement'> | undefined
  listAcknowledged(): readonly AcknowledgedCheck[]
  findConfigError(id: string): string | undefined
  listUnusable(): readonly UnusableRow[]
  begin(): void
  reconcile(): Promise<void>
  /** The results are in the database already. Returns true when the status of a check changed. */
  receive(results: readonly ReportedResults[]): boolean
  flush(): Promise<void>
  stop(): Promise<void>
}

const stopGraceMs = 3_000
const writeGraceMs = 10_000
const writeEveryMs = 1_000

const resultWriter = ({ database, log, onChange }: ChecksOptions, onRoom: () => void) =>
  new BatchWriter<StatusRow>({
    name: 'check results',
    log,
    everyMs: writeEveryMs,
    write: async (rows, isUrgent) => {
      await writeStatuses(database, rows)
      await writeReports(database, rows)
      const ids = [...new Set(rows.map(({ checkId }) => checkId))]
      onChange({ relation: 'check_statuses', ids, isUrgent })
      onChange({ relation: 'checks', ids, isUrgent })
    },
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
  readonly scheduler: Pick<Scheduler<unknown>, 'findNextStart'>
}

const createOutcomeHandler =
  ({ options, book, blocks, results, reports, scheduler }: OutcomeDeps) =>
  (id: string, outcome: CheckOutcome): void => {
    const check = book.get(id)
    if (check === undefined) return
    const before = check.status
    const { transition } = check.add(outcome)
    const { status } = check
    if (transition && status !== '') options.onTransition?.(id, status, outcome)
    const lastTransition = transition || before === '' ? check.lastTransition : null
    const nextRuntime = scheduler.findNextStart(id) ?? null
    const { report } = outcome
    const isStored = report !== undefined && reports.shouldStore(id, report, outcome.time)
    const row = { checkId: id, outcome, lastTransition, nextRuntime, status, report: isStored ? report : undefined }
    results.add(row, transition || before === '')
    if (before === '') blocks.forget()
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

export const startChecks = async (options: ChecksOptions): Promise<Checks> => {
  const { database, log, onChange, resolveSecret, resolveConnection, findConfigs, sandbox } = options
  const runnerName = hostname()
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)
  let hasBegun = false
  await setAsideResults(database, log)
  const histories = await readHistories(database, Date.now())

  const results = resultWriter(options, () => scheduler.resume())
  const canaryRuns = new CanaryRuns((canaryId) => canaries.runnableCount(canaryId), options.onJob)
  const scheduler = new Scheduler<CheckRun | undefined>({
    clock: systemClock,
    canStart: () => hasBegun && !results.full,
    run: (id) => runInForce(id),
    onStart: (_id, lateMs) => options.onStart?.(lateMs),
    onMissed: (id) => {
      options.onMissed?.()
      const record = book.get(id)?.record
      if (record !== undefined) canaryRuns.missed(record.canaryId, record.canaryName, record.name, Date.now())
    },
  })
  const book = new CheckBook({
    now: Date.now,
    findNextStart: (id) => scheduler.findNextStart(id),
    runnerName,
    histories,
  })
  const { reports, blocks, series, followChecks } = createFollowers(options, book, scheduler)
  const canaries = new Canaries({
    ...options,
    book,
    schedule: scheduler,
    onChange: (change) => {
      const withdrawn = 'The canary was deleted or no longer has a schedule.'
      followChecks()
      canaryRuns.stop((canaryId) => (canaries.isScheduled(canaryId) ? undefined : withdrawn), Date.now())
      onChange(change)
    },
  })

  const onOutcome = createOutcomeHandler({ options, book, blocks, results, reports, scheduler })
  const transformed = new TransformedChecks({ ...options, book, onOutcome })
  const onBlock = (id: string) => onChange({ relation: 'checks', ids: [id] })
  const parts = { canaries, canaryRuns, book, blocks, transformed, series, log, onOutcome, onBlock }
  const context = { resolveSecret, resolveConnection, findConfigs, sandbox, signal: stopping.signal }
  const runInForce = createRunInForce({ ...parts, ...context })

  return {
    kind: canaries,
    runnerName,
    summary: (filter) => book.summary(filter),
    runNow: (id) => {
      if (canaries.check(id) === undefined) return undefined
      return scheduler.runNow(id)?.then((done) => {
        if (done === undefined) throw new Error('The check was deleted before it ran.')
        return done
      })
    },
    post: createPostedResults({ canaries, book, resolveSecret, log, runInForce }),
    isPosted: (id) => isPosted(canaries.check(id)?.runnable),
    find: (id) => book.get(id),
    listAcknowledged: () => book.listAcknowledged(),
    findRecord: (id) => book.get(id)?.record,
    findBlocker: (id) => book.get(id)?.blocker,
    findConfigError: (id) => book.get(id)?.record.configError,
    listUnusable: () => canaries.listUnusable(),
    begin: () => {
      hasBegun = true
      scheduler.resume()
    },
    reconcile: () => canaries.reconcile(),
    receive: (reported) => reported.filter((results) => receiveResults(book, results, options)).length > 0,
    flush: () => results.flush(),
    stop: async () => {
      await scheduler.stop(stopGraceMs)
      stopping.abort()
      canaryRuns.stop(() => 'The relay stopped during this run.', Date.now())
      const lost = await results.stop(writeGraceMs)
      if (lost > 0) log.error({ rows: lost }, 'check results lost at shutdown')
    },
  }
}
