import type { Acknowledgement } from '#shared/health/acknowledgement.ts'
import { LiveCheck, type CheckHistory, type CheckRecord } from '#relay/backend/checks/store/live-check.ts'

interface CheckBookOptions {
  readonly now: () => number
  readonly findNextStart: (id: string) => number | undefined
  readonly runnerName: string
  readonly histories: ReadonlyMap<string, CheckHistory>
}

export interface SummaryFilter {
  readonly CheckID?: string | undefined
  readonly Labels?: Readonly<Record<string, string>> | undefined
  readonly isSeen?: ((record: CheckRecord) => boolean) | undefined
}

export interface AcknowledgedCheck {
  readonly record: CheckRecord
  readonly acknowledgement: Acknowledgement
}

export class CheckBook {
  readonly #options: CheckBookOptions
  readonly #checks = new Map<string, LiveCheck>()
  #body: Buffer = Buffer.alloc(0)
  #dirty = true

  constructor(options: CheckBookOptions) {
    this.#options = options
  }

  get(id: string): LiveCheck | undefined {
    return this.#checks.get(id)
  }

  all(): Iterable<LiveCheck> {
    return this.#checks.values()
  }

  get size(): number {
    return this.#checks.size
  }

  listAcknowledged(): readonly AcknowledgedCheck[] {
    const now = this.#options.now()
    return [...this.#checks.values()].flatMap((check) => {
      check.age(now)
      const { record, acknowledgement } = check
      return acknowledgement === undefined ? [] : { record, acknowledgement }
    })
  }

  put(record: CheckRecord): boolean {
    const known = this.#checks.get(record.id)
    if (known !== undefined) return known.describe(record)
    const check = new LiveCheck(record)
    const history = this.#options.histories.get(record.id)
    if (history !== undefined) check.restore(history)
    this.#checks.set(record.id, check)
    return true
  }

  remove(id: string): void {
    if (this.#checks.delete(id)) this.#dirty = true
  }

  /**
   * Contract of `GET /canary/api/summary`. Unchanged rows are not built again. `duration` is the build time in
   * milliseconds.
   */
  summary(filter: SummaryFilter = {}): Buffer {
    const now = this.#options.now()
    const startedAt = performance.now()
    if (filter.CheckID !== undefined || filter.Labels !== undefined || filter.isSeen !== undefined) {
      const chosen = [...this.#checks.values()].filter((check) => matches(check.record, filter))
      for (const check of chosen) check.age(now)
      return this.#serializeBody(chosen, startedAt)
    }
    let changed = this.#dirty
    for (const check of this.#checks.values()) {
      if (check.age(now)) changed = true
    }
    if (changed) {
      this.#body = this.#serializeBody(this.#checks.values(), startedAt)
      this.#dirty = false
    }
    return this.#body
  }

  #serializeBody(checks: Iterable<LiveCheck>, startedAt: number): Buffer {
    const parts: Buffer[] = []
    for (const check of checks) {
      if (check.isDirty) this.#dirty = true
      if (parts.length > 0) parts.push(comma)
      parts.push(check.bytes(this.#options.findNextStart(check.record.id)))
    }
    const duration = Math.round(performance.now() - startedAt)
    const head = `{"runnerName":${JSON.stringify(this.#options.runnerName)},"duration":${duration},"checks_summary":[`
    return Buffer.concat([Buffer.from(head), ...parts, Buffer.from(']}')])
  }
}

const comma = Buffer.from(',')

const matches = (record: CheckRecord, { CheckID, Labels = {}, isSeen = () => true }: SummaryFilter): boolean =>
  (CheckID === undefined || record.id === CheckID) &&
  Object.entries(Labels).every(([key, value]) => record.labels[key] === value) &&
  isSeen(record)
