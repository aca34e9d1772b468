import type { Database } from '#relay/database/database.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import { stableId } from '#relay/backend/rows/stable-id.ts'
import type { Held } from '#relay/backend/schedule/guarded-database.ts'
import type { Work } from '#relay/backend/schedule/work.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import type { CheckInForce } from '#relay/backend/checks/engine/canaries.ts'
import { deleteChecks, writeChecks, type CheckFields } from '#relay/backend/checks/store/canary-store.ts'
import type { CheckBook } from '#relay/backend/checks/store/check-book.ts'
import { mergeLabels, toCheckRecord } from '#relay/backend/checks/engine/check-plan.ts'
import type { Blocker } from '#relay/backend/checks/store/dependencies.ts'
import type { CheckOutcome, LiveCheck } from '#relay/backend/checks/store/live-check.ts'
import { absentMessage, planTransformed, type KnownCheck } from '#relay/backend/checks/engine/transformed-plan.ts'
import type { TransformedResult } from '#relay/backend/checks/engine/transformed-result.ts'

interface TransformedChecksOptions {
  readonly database: Database
  readonly secrets: StoredSecrets
  readonly book: CheckBook
  readonly onOutcome: (id: string, outcome: CheckOutcome, held: Held | undefined) => void
  readonly work: Pick<Work, 'guard'>
  readonly onChange: OnChange
}

/** `transformDeleteStrategy` and `transformRetention` decide on checks that no longer occur in the results. */
export class TransformedChecks {
  readonly #options: TransformedChecksOptions

  constructor(options: TransformedChecksOptions) {
    this.#options = options
  }

  /** Returns what could not be used, and why. */
  async take(
    parent: LiveCheck,
    { canary, spec, runnable }: CheckInForce,
    { results, time }: { readonly results: readonly TransformedResult[]; readonly time: number },
    held: Held | undefined,
  ): Promise<readonly string[]> {
    const { secrets, book, onOutcome, onChange, work } = this.#options
    const database = held === undefined ? this.#options.database : work.guard(canary.id)
    const { rows: known } = await database.query<KnownCheck>(
      'select id, type, name, spec, deleted_at, created_at from checks where canary_id = $1',
      [canary.id],
    )
    const { present, mark, remove, warnings } = planTransformed({
      parent: parent.record,
      base: runnable.base,
      known,
      results,
      time,
      findLast: (id) => {
        const check = book.get(id)
        return check && { time: check.lastRuntime, message: check.message }
      },
    })
    const writes: CheckFields[] = []
    const outcomes: { readonly id: string; readonly outcome: CheckOutcome }[] = []
    for (const { result, type, existing } of present) {
      const labels = { ...runnable.base.labels, ...result.labels }
      const fields: CheckFields = {
        id: existing?.id ?? stableId(`${parent.record.id} ${result.name}`),
        canary_id: canary.id,
        type,
        name: result.name,
        namespace: result.namespace || parent.record.namespace,
        description: result.description || null,
        icon: result.icon || parent.record.icon || null,
        owner: parent.record.owner || null,
        severity: parent.record.severity || null,
        labels: mergeLabels(canary, labels),
        spec: { transformedFrom: parent.record.id, labels },
        transformed: true,
      }
      const record = toCheckRecord(canary, spec, { fields, createdAt: existing?.created_at ?? '' })
      const changed = book.put(record)
      if (changed || existing?.deleted_at !== null) writes.push(fields)
      outcomes.push({ id: fields.id, outcome: toOutcome(result, time) })
    }
    await deleteChecks(database, remove)
    await writeChecks(database, secrets, writes)
    for (const { id, outcome } of outcomes) onOutcome(id, outcome, held)
    for (const id of remove) book.remove(id)
    const isHealthy = runnable.base.transformDeleteStrategy === 'MarkHealthy'
    for (const id of mark) onOutcome(id, { ...absent, time, pass: isHealthy }, held)
    const ids = [...writes.map(({ id }) => id), ...mark, ...remove, ...this.#block(parent, undefined)]
    if (ids.length > 0) onChange({ relation: 'checks', ids })
    return warnings
  }

  /** Their last results say nothing about now while the check that makes them fails. */
  withhold(parent: LiveCheck): void {
    const { id, name } = parent.record
    const ids = this.#block(parent, { id, name })
    if (ids.length > 0) this.#options.onChange({ relation: 'checks', ids, isUrgent: true })
  }

  #block(parent: LiveCheck, blocker: Blocker | undefined): string[] {
    const made = [...this.#options.book.all()].filter(({ record }) => record.transformedFrom === parent.record.id)
    return made.filter((check) => check.block(blocker)).map(({ record }) => record.id)
  }
}

const absent = { invalid: false, durationMs: null, message: absentMessage, error: '', details: undefined } as const

const toOutcome = (result: TransformedResult, time: number): CheckOutcome => ({
  time,
  pass: result.pass,
  invalid: result.invalid,
  durationMs: result.durationMs,
  message: result.message,
  error: result.error,
  details: undefined,
  metrics: result.metrics.samples,
  report: {
    time: new Date(time).toISOString(),
    pass: result.pass,
    metrics: result.metrics.samples.map((sample) => ({ ...sample, labels: { ...sample.labels } })),
  },
})
