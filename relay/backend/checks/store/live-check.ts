import { isDeepStrictEqual } from 'node:util'
import type { Acknowledgement } from '#shared/health/acknowledgement.ts'
import type { CheckReport } from '#shared/health/check-report.ts'
import { recentResultsMax } from '#shared/health/check-summary.ts'
import type { MetricSample } from '#relay/backend/checks/spec/check-metrics.ts'
import { ConfirmedResults, type ConfirmedStatus, type Confirmation } from '#relay/backend/checks/spec/confirmation.ts'
import type { Blocker } from '#relay/backend/checks/store/dependencies.ts'
import { HourWindow } from '#relay/backend/checks/store/hour-window.ts'

export interface CheckRecord {
  readonly id: string
  readonly canaryId: string
  readonly canaryName: string
  readonly canaryNamespace: string
  readonly canaryLabels?: Readonly<Record<string, string>>
  readonly name: string
  readonly namespace: string
  readonly type: string
  readonly icon: string
  readonly description: string
  readonly labels: Readonly<Record<string, string>>
  readonly severity: string
  readonly owner: string
  readonly agentId: string
  readonly endpoint: string
  readonly schedule: string
  readonly intervalMs: number | null
  readonly createdAt: string
  readonly silencedAt: string | null
  readonly acknowledged: Acknowledgement | null
  readonly configError: string
  readonly dependsOn: readonly string[]
  readonly confirmation: Confirmation | undefined
  /** The check whose `transform` made it. */
  readonly transformedFrom?: string | undefined
}

export interface CheckOutcome {
  readonly time: number
  readonly pass: boolean
  readonly invalid: boolean
  readonly durationMs: number | null
  readonly message: string
  readonly error: string
  readonly details: Record<string, unknown> | undefined
  readonly metrics?: readonly MetricSample[]
  readonly warnings?: readonly string[]
  readonly report?: CheckReport
}

export interface CheckHistory {
  readonly status: string
  readonly lastTransition: number | null
  /** Oldest first: the last hour, and at least the newest `recentResultsMax`. */
  readonly outcomes: readonly Pick<CheckOutcome, 'time' | 'pass' | 'durationMs' | 'message' | 'error'>[]
}

const toIso = (ms: number) => new Date(ms).toISOString()
const emptyToUndefined = (value: string) => (value === '' ? undefined : value)

export class LiveCheck {
  #record: CheckRecord
  #recordText = ''
  #bytes: Buffer = Buffer.alloc(0)
  #dirty = true
  #window = new HourWindow()
  readonly #confirmed = new ConfirmedResults()
  #recent: string[] = []
  #status: ConfirmedStatus = ''
  #blocker: Blocker | undefined
  #last: CheckOutcome | undefined
  #message = ''
  #warnings: readonly string[] = []
  #lastTransition: number | null = null
  #lastRuntime: number | null = null
  #lastPass: number | null = null
  #lastFail: number | null = null
  /** The start of an acknowledgement that ended, until the record no longer has it. */
  #endedAcknowledgement: string | undefined

  constructor(record: CheckRecord) {
    this.#record = record
    this.#recordText = serializeRecord(record)
  }

  get record(): CheckRecord {
    return this.#record
  }

  get status(): ConfirmedStatus {
    return this.#status
  }

  get last(): CheckOutcome | undefined {
    return this.#last
  }

  /** Also true while a turn is not confirmed. */
  get isFailing(): boolean {
    return this.#status === 'unhealthy' || this.#confirmed.newest === false
  }

  get blocker(): Blocker | undefined {
    return this.#blocker
  }

  get acknowledgement(): Acknowledgement | undefined {
    const { acknowledged } = this.#record
    return acknowledged === null || acknowledged.at === this.#endedAcknowledgement ? undefined : acknowledged
  }

  get lastTransition(): number | null {
    return this.#lastTransition
  }

  get lastRuntime(): number | null {
    return this.#lastRuntime
  }

  get message(): string {
    return this.#message
  }

  describe(record: CheckRecord): boolean {
    const text = serializeRecord(record)
    const isSame = text === this.#recordText && isDeepStrictEqual(record.acknowledged, this.#record.acknowledged)
    this.#record = record
    if (isSame) return false
    this.#recordText = text
    this.#dirty = true
    return true
  }

  restore(history: CheckHistory): void {
    for (const outcome of history.outcomes) this.#take(outcome)
    this.#status = history.status === 'healthy' || history.status === 'unhealthy' ? history.status : ''
    this.#lastTransition = history.lastTransition
    const since = history.lastTransition ?? 0
    this.#confirmed.restore(history.outcomes.filter(({ time }) => time >= since).map(({ pass }) => pass))
  }

  /** Replaces all results. */
  renew(history: CheckHistory): void {
    this.#window = new HourWindow()
    this.#recent = []
    this.#lastPass = null
    this.#lastFail = null
    this.#lastRuntime = null
    this.#last = undefined
    this.#warnings = []
    this.#message = ''
    this.restore(history)
    this.#dirty = true
  }

  /** Takes a result that another relay instance judged. */
  observe({ status, lastTransition, outcomes }: CheckHistory): void {
    for (const outcome of outcomes) {
      this.#take(outcome)
      this.#confirmed.add(outcome.pass, this.#status, this.#record.confirmation)
    }
    this.#status = status === 'healthy' || status === 'unhealthy' ? status : ''
    this.#lastTransition = lastTransition
    this.#blocker = undefined
    this.#warnings = []
    if (this.#status === 'healthy') this.#endAcknowledgement()
  }

  add(outcome: CheckOutcome): { transition: boolean } {
    const before = this.#status
    this.#last = outcome
    this.#warnings = outcome.warnings ?? []
    this.#take(outcome)
    this.#status = this.#confirmed.add(outcome.pass, before, this.#record.confirmation)
    this.#blocker = undefined
    if (this.#status === 'healthy') this.#endAcknowledgement()
    const transition = before !== '' && before !== this.#status
    if (before !== this.#status) this.#lastTransition = outcome.time
    return { transition }
  }

  /** Returns false when nothing changed. */
  block(blocker: Blocker | undefined): boolean {
    if (this.#blocker?.id === blocker?.id) return false
    this.#blocker = blocker
    this.#dirty = true
    return true
  }

  get isDirty(): boolean {
    return this.#dirty
  }

  age(now: number): boolean {
    if (this.#window.prune(now)) this.#dirty = true
    const until = this.acknowledgement?.until ?? null
    if (until !== null && Date.parse(until) <= now) this.#endAcknowledgement()
    return this.#dirty
  }

  bytes(nextRuntime: number | undefined): Buffer {
    if (!this.#dirty) return this.#bytes
    this.#dirty = false
    const { passed, failed, latency } = this.#window.figures()
    const figures = JSON.stringify({
      status: this.#blocker === undefined ? this.#status : 'unknown',
      not_evaluated: this.#blocker,
      acknowledged: this.acknowledgement,
      confirming: this.#confirmed.confirming(this.#status, this.#record.confirmation),
      uptime: {
        passed,
        failed,
        last_pass: this.#lastPass === null ? undefined : toIso(this.#lastPass),
        last_fail: this.#lastFail === null ? undefined : toIso(this.#lastFail),
      },
      latency: { ...latency, rolling1h: latency?.avg ?? 0 },
      message: emptyToUndefined(this.#message),
      warnings: this.#warnings.length === 0 ? undefined : this.#warnings,
      last_transition_time: this.#lastTransition === null ? undefined : toIso(this.#lastTransition),
      last_runtime: this.#lastRuntime === null ? undefined : toIso(this.#lastRuntime),
      updated_at: this.#lastRuntime === null ? emptyToUndefined(this.#record.createdAt) : toIso(this.#lastRuntime),
      next_runtime: nextRuntime === undefined ? undefined : toIso(nextRuntime),
    })
    const recent = `"checkStatuses":[${this.#recent.join(',')}]`
    this.#bytes = Buffer.from(`${this.#recordText},${figures.slice(1, -1)},${recent}}`)
    return this.#bytes
  }

  #endAcknowledgement(): void {
    if (this.acknowledgement === undefined) return
    this.#endedAcknowledgement = this.acknowledgement.at
    this.#dirty = true
  }

  #take({ time, pass, durationMs, message, error }: CheckHistory['outcomes'][number]): void {
    this.#dirty = true
    this.#window.add({ time, pass, durationMs })
    if (this.#recent.length >= recentResultsMax) this.#recent.shift()
    const duration = durationMs === null ? '' : `,"duration":${Math.round(durationMs)}`
    this.#recent.push(`{"time":"${toIso(time)}","status":${pass}${duration}}`)
    this.#message = pass ? message || error : error || message
    this.#lastRuntime = time
    if (pass) this.#lastPass = time
    else this.#lastFail = time
  }
}

/** JSON without its closing brace, so that the parts with results can be appended. */
const serializeRecord = (record: CheckRecord): string =>
  JSON.stringify({
    id: record.id,
    canary_id: record.canaryId,
    canary_name: record.canaryName,
    canary_namespace: record.canaryNamespace,
    name: record.name,
    namespace: record.namespace,
    type: record.type,
    icon: emptyToUndefined(record.icon),
    description: emptyToUndefined(record.description),
    labels: record.labels,
    severity: emptyToUndefined(record.severity),
    owner: emptyToUndefined(record.owner),
    agent_id: record.agentId,
    endpoint: emptyToUndefined(record.endpoint),
    schedule: emptyToUndefined(record.schedule),
    interval_ms: record.intervalMs ?? undefined,
    problem: emptyToUndefined(record.configError),
    depends_on: record.dependsOn.length === 0 ? undefined : record.dependsOn,
    created_at: emptyToUndefined(record.createdAt),
    silenced_at: record.silencedAt ?? undefined,
  }).slice(0, -1)
