import { recentResultsMax } from '#shared/health/check-summary.ts'
import { HourWindow } from '#relay/backend/checks/hour-window.ts'

/** What a check is, by its document or row: everything about it that results do not change. */
export interface CheckRecord {
  readonly id: string
  readonly canaryId: string
  readonly canaryName: string
  readonly canaryNamespace: string
  readonly name: string
  readonly namespace: string
  readonly type: string
  readonly icon: string
  readonly description: string
  /** The canary's labels, overlaid by the check's own. */
  readonly labels: Readonly<Record<string, string>>
  readonly severity: string
  readonly owner: string
  readonly agentId: string
  readonly endpoint: string
  readonly schedule: string
  readonly intervalMs: number | null
  readonly createdAt: string
  readonly silencedAt: string | null
  /** Why the check cannot run here or what is wrong with its document; empty when nothing is. */
  readonly configError: string
}

/** One result of one check. Times are milliseconds since the epoch. */
export interface CheckOutcome {
  readonly time: number
  readonly pass: boolean
  readonly invalid: boolean
  readonly durationMs: number | null
  readonly message: string
  readonly error: string
  readonly details: Record<string, unknown> | undefined
}

/** What is known of a check's results when it is loaded. */
export interface CheckHistory {
  readonly status: string
  readonly lastTransition: number | null
  /** Oldest first; the newest ones of the last hour and at least the newest `recentResultsMax`, where there are so many. */
  readonly outcomes: readonly Pick<CheckOutcome, 'time' | 'pass' | 'durationMs' | 'message' | 'error'>[]
}

const toIso = (ms: number) => new Date(ms).toISOString()
const emptyToUndefined = (value: string) => (value === '' ? undefined : value)

/** One check as the engine holds it: its record, its last hour, and its row of the summary as JSON, built when asked. */
export class LiveCheck {
  #record: CheckRecord
  #recordText = ''
  #bytes: Buffer = Buffer.alloc(0)
  #dirty = true
  readonly #window = new HourWindow()
  #recent: string[] = []
  #status = ''
  #last: CheckOutcome | undefined
  #message = ''
  #lastTransition: number | null = null
  #lastRuntime: number | null = null
  #lastPass: number | null = null
  #lastFail: number | null = null

  constructor(record: CheckRecord) {
    this.#record = record
    this.#recordText = serializeRecord(record)
  }

  get record(): CheckRecord {
    return this.#record
  }

  get status(): string {
    return this.#status
  }

  /** The newest result of this process; undefined before the first. */
  get last(): CheckOutcome | undefined {
    return this.#last
  }

  get lastTransition(): number | null {
    return this.#lastTransition
  }

  /** True when that changed anything. */
  describe(record: CheckRecord): boolean {
    const text = serializeRecord(record)
    this.#record = record
    if (text === this.#recordText) return false
    this.#recordText = text
    this.#dirty = true
    return true
  }

  restore(history: CheckHistory): void {
    for (const outcome of history.outcomes) this.#take(outcome)
    this.#status = history.status
    this.#lastTransition = history.lastTransition
  }

  /** Takes the newest result. Answers whether the status changed by it; a first result counts as no change. */
  add(outcome: CheckOutcome): { transition: boolean } {
    const before = this.#status
    this.#last = outcome
    this.#take(outcome)
    this.#status = outcome.pass ? 'healthy' : 'unhealthy'
    const transition = before !== '' && before !== this.#status
    if (before !== this.#status) this.#lastTransition = outcome.time
    return { transition }
  }

  /** Whether the row must be built anew. */
  get isDirty(): boolean {
    return this.#dirty
  }

  /** True when the row says something else by now because results grew older than an hour. */
  age(now: number): boolean {
    if (this.#window.prune(now)) this.#dirty = true
    return this.#dirty
  }

  /** The row of the summary (shared/health/check-summary.ts) as the bytes of its JSON. */
  bytes(nextRuntime: number | undefined): Buffer {
    if (!this.#dirty) return this.#bytes
    this.#dirty = false
    const { passed, failed, latency } = this.#window.figures()
    const figures = JSON.stringify({
      status: this.#status,
      uptime: {
        passed,
        failed,
        last_pass: this.#lastPass === null ? undefined : toIso(this.#lastPass),
        last_fail: this.#lastFail === null ? undefined : toIso(this.#lastFail),
      },
      latency: { ...latency, rolling1h: latency?.avg ?? 0 },
      message: emptyToUndefined(this.#message),
      last_transition_time: this.#lastTransition === null ? undefined : toIso(this.#lastTransition),
      last_runtime: this.#lastRuntime === null ? undefined : toIso(this.#lastRuntime),
      updated_at: this.#lastRuntime === null ? emptyToUndefined(this.#record.createdAt) : toIso(this.#lastRuntime),
      next_runtime: nextRuntime === undefined ? undefined : toIso(nextRuntime),
    })
    const recent = `"checkStatuses":[${this.#recent.join(',')}]`
    this.#bytes = Buffer.from(`${this.#recordText},${figures.slice(1, -1)},${recent}}`)
    return this.#bytes
  }

  #take({ time, pass, durationMs, message, error }: CheckHistory['outcomes'][number]): void {
    this.#dirty = true
    this.#window.add({ time, pass, durationMs })
    if (this.#recent.length >= recentResultsMax) this.#recent.shift()
    const duration = durationMs === null ? '' : `,"duration":${Math.round(durationMs)}`
    this.#recent.push(`{"time":"${toIso(time)}","status":${pass}${duration}}`)
    this.#message = message === '' ? error : message
    this.#lastRuntime = time
    if (pass) this.#lastPass = time
    else this.#lastFail = time
  }
}

/** The part of the row that results do not change, as JSON without its closing brace. */
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
    created_at: emptyToUndefined(record.createdAt),
    silenced_at: record.silencedAt ?? undefined,
  }).slice(0, -1)
