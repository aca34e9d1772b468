import { randomUUID } from 'node:crypto'
import type { Database } from '#relay/database/database.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { OnChange } from '#relay/backend/change.ts'
import type { CheckInForce } from '#relay/backend/checks/canaries.ts'
import { deleteChecks, writeChecks, type CheckFields } from '#relay/backend/checks/canary-store.ts'
import type { CheckBook } from '#relay/backend/checks/check-book.ts'
import { mergeLabels, readParent, toCheckRecord } from '#relay/backend/checks/check-plan.ts'
import type { CheckOutcome, LiveCheck } from '#relay/backend/checks/live-check.ts'
import type { TransformedResult } from '#relay/backend/checks/transformed-result.ts'

export interface TransformedChecksOptions {
  readonly database: Database
  readonly secrets: StoredSecrets
  readonly book: CheckBook
  readonly onOutcome: (id: string, outcome: CheckOutcome) => void
  readonly onChange: OnChange
}

/**
 * Each named result is a check, matched by name. `transformDeleteStrategy` decides on those that no longer occur:
 * deleted by default.
 */
export class TransformedChecks {
  readonly #options: TransformedChecksOptions

  constructor(options: TransformedChecksOptions) {
    this.#options = options
  }

  async take(
    parent: LiveCheck,
    { canary, spec, runnable }: CheckInForce,
    made: readonly TransformedResult[],
    time: number,
  ): Promise<void> {
    const { database, secrets, book, onOutcome, onChange } = this.#options
    const known = (
      await database.query<{
        id: string
        type: string
        name: string
        spec: unknown
        deleted_at: string | null
        created_at: string
      }>('select id, type, name, spec, deleted_at, created_at from checks where canary_id = $1', [canary.id])
    ).rows
    const children = known.filter((row) => readParent(row.spec) === parent.record.id)
    const writes: CheckFields[] = []
    const seen = new Set<string>()
    for (const result of made) {
      const type = result.type || parent.record.type
      const taken = known.find((row) => row.type === type && row.name === result.name)
      if (taken !== undefined && readParent(taken.spec) !== parent.record.id) continue
      const labels = { ...runnable.base.labels, ...result.labels }
      const fields: CheckFields = {
        id: taken?.id ?? randomUUID(),
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
      if (seen.has(fields.id)) continue
      seen.add(fields.id)
      const record = toCheckRecord(canary, spec, fields, undefined, undefined, '', taken?.created_at ?? '')
      const changed = book.put(record)
      if (changed || taken?.deleted_at !== null) writes.push(fields)
    }
    await writeChecks(database, secrets, writes)
    for (const result of made) {
      const id = [...seen].find((candidate) => book.get(candidate)?.record.name === result.name)
      if (id !== undefined) onOutcome(id, toOutcome(result, time))
    }

    const missing = children.filter((row) => row.deleted_at === null && !seen.has(row.id))
    const strategy = runnable.base.transformDeleteStrategy ?? 'Delete'
    if (strategy === 'Delete') {
      await deleteChecks(
        database,
        missing.map(({ id }) => id),
      )
      for (const { id } of missing) book.remove(id)
    } else {
      for (const { id } of missing) {
        onOutcome(id, { ...absent, time, pass: strategy === 'MarkHealthy' })
      }
    }
    const ids = [...writes.map(({ id }) => id), ...missing.map(({ id }) => id)]
    if (ids.length > 0) onChange({ relation: 'checks', ids })
  }
}

const absent = {
  invalid: false,
  durationMs: null,
  message: 'No longer in the results.',
  error: '',
  details: undefined,
} as const

const toOutcome = (result: TransformedResult, time: number): CheckOutcome => ({
  time,
  pass: result.pass,
  invalid: result.invalid,
  durationMs: result.durationMs,
  message: result.message,
  error: result.error,
  details: undefined,
  metrics: result.metrics.samples,
})
