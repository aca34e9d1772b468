import type { FastifyBaseLogger } from 'fastify'
import { groupedBy } from '#shared/primitives/grouped-by.ts'
import { toSlices } from '#shared/primitives/to-slices.ts'
import type { Database, Runner } from '#relay/database/database.ts'
import { inTurn } from '#relay/database/take-turn.ts'
import type { CheckBook } from '#relay/backend/checks/store/check-book.ts'
import { planChecks, type PlannedCheck } from '#relay/backend/checks/engine/check-plan.ts'
import {
  findBrokenSpec,
  readCanarySpec,
  type CanarySpec,
  type CheckKinds,
  type RunnableCheck,
} from '#relay/backend/checks/spec/canary-spec.ts'
import {
  deleteCanaries,
  deleteChecks,
  readCanaries,
  readChecks,
  writeCanaries,
  writeChecks,
  type CheckFields,
} from '#relay/backend/checks/store/canary-store.ts'
import { defaultNamespace, planDocuments, type CanaryInForce } from '#relay/backend/checks/engine/document-plan.ts'
import type { CheckRecord } from '#relay/backend/checks/store/live-check.ts'
import { isPosted } from '#relay/backend/checks/engine/posted-results.ts'
import { readReportedChecks } from '#relay/backend/checks/engine/reported-checks.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import { ignoredFields, listIgnoredFields } from '#relay/backend/resources/ignored-fields.ts'
import { createRejectionLog, createWarningLog } from '#relay/backend/resources/log-rejections.ts'
import type { UnusableRow } from '#relay/backend/resources/rejected-documents.ts'
import {
  locate,
  type DocumentError,
  type ResourceDocument,
  type ResourceError,
} from '#relay/backend/resources/resource-document.ts'
import type { DocumentKind } from '#relay/backend/resources/apply-documents.ts'
import type { Schedule } from '#relay/backend/schedule/schedule.ts'
import { canonicalJson } from '#relay/backend/rows/storable-json.ts'

interface CanariesOptions {
  readonly database: Database
  readonly secrets: StoredSecrets
  readonly kinds: CheckKinds
  readonly book: CheckBook
  readonly schedule: {
    set(id: string, schedule: Schedule | undefined, key: string): void
    remove(id: string): void
    soon(id: string): void
  }
  readonly onChange: OnChange
  readonly log: FastifyBaseLogger
}

export interface CheckInForce {
  readonly runnable: RunnableCheck
  readonly canary: CanaryInForce['row']
  readonly spec: CanarySpec
}

const chunk = 500
const fewNew = 200
const longIntervalMs = 5 * 60_000

/** `reconcile` merges documents and rows into the database, the list of checks and the schedule; it is idempotent. */
export class Canaries implements DocumentKind {
  readonly kind = 'Canary'
  readonly #options: CanariesOptions
  readonly #logRejections: (rejections: readonly string[]) => void
  readonly #logIgnored: (warnings: readonly string[]) => void
  #documents: readonly ResourceDocument[] = []
  #errors: readonly ResourceError[] = []
  #inForce = new Map<string, CheckInForce>()
  #runnableOfCanary = new Map<string, number>()
  #scheduled: ReadonlySet<string> = new Set()
  #unusable: readonly UnusableRow[] = []
  #specs = new Map<string, CanarySpec>()
  #work: Promise<void> = Promise.resolve()

  constructor(options: CanariesOptions) {
    this.#options = options
    this.#logRejections = createRejectionLog(options.log)
    this.#logIgnored = createWarningLog(options.log)
  }

  apply(documents: readonly ResourceDocument[], errors: readonly ResourceError[]): Promise<void> {
    this.#documents = documents
    this.#errors = errors
    return this.reconcile()
  }

  async validate(document: ResourceDocument, others: readonly ResourceDocument[]): Promise<DocumentError | undefined> {
    const key = toKey(document)
    const twin = others.find((other) => toKey(other) === key)
    if (twin !== undefined) return { path: [], reason: `Canary ${key} is already defined in ${twin.file}.` }
    return findBrokenSpec(document.spec)
  }

  /** Canaries without a check, so that none of their errors is listed with one. */
  listUnusable(): readonly UnusableRow[] {
    return this.#unusable
  }

  check(id: string): CheckInForce | undefined {
    return this.#inForce.get(id)
  }

  runnableCount(canaryId: string): number {
    return this.#runnableOfCanary.get(canaryId) ?? 0
  }

  isScheduled(canaryId: string): boolean {
    return this.#scheduled.has(canaryId)
  }

  reconcile(): Promise<void> {
    const run = () => this.#reconcile()
    this.#work = this.#work.then(run, run)
    return this.#work
  }

  async #reconcile(): Promise<void> {
    const { database, onChange } = this.#options
    const { touched, canaryChanges } = await inTurn(database, 'canaries', (runner) => this.#reconcileIn(runner))
    if (canaryChanges.length > 0) onChange({ relation: 'canaries', ids: canaryChanges })
    if (touched.length > 0) onChange({ relation: 'checks', ids: touched })
  }

  async #reconcileIn(database: Pick<Runner, 'query' | 'transaction'>) {
    const { secrets, kinds } = this.#options
    const specs = new Map<string, CanarySpec>()
    const read = async (spec: unknown): Promise<CanarySpec> => {
      const text = canonicalJson(spec)
      const known = specs.get(text) ?? this.#specs.get(text) ?? (await readCanarySpec(spec, kinds))
      specs.set(text, known)
      return known
    }
    const [canaryRows, checkRows] = [await readCanaries(database, secrets), await readChecks(database, secrets)]
    const rowsByCanary = groupedBy(checkRows, (row) => row.canary_id)
    const now = new Date().toISOString()

    const plan = await planDocuments(this.#documents, this.#errors, canaryRows, read)
    const planned: { readonly canary: CanaryInForce; readonly spec: CanarySpec; readonly check: PlannedCheck }[] = []
    const writes: CheckFields[] = []
    const deletes: string[] = []
    const reported = await readReportedChecks(database)
    const unusable: UnusableRow[] = []
    const rejections: string[] = []
    for (const canary of plan.inForce) {
      const spec = await read(canary.row.spec)
      const checks = await planChecks(canary, spec, {
        rows: rowsByCanary.get(canary.row.id) ?? [],
        readOne: async (type, raw) => (await read({ schedule: '@daily', [type]: [raw] })).checks[0],
        now,
      })
      writes.push(...checks.writes)
      deletes.push(...checks.deletes)
      if (canary.document !== undefined) rejections.push(...checks.rejections)
      planned.push(...checks.checks.map((check) => ({ canary, spec, check })))
      if (checks.checks.length > 0 || canary.rejection !== '') continue
      const row = toUnusable(canary, spec)
      unusable.push(row)
      if (row.source !== undefined) rejections.push(locate(row.source.file, row.source, row.source.reason))
    }
    const canaryIds = new Set(plan.inForce.map(({ row }) => row.id))
    deletes.push(
      ...checkRows.filter((row) => row.deleted_at === null && !canaryIds.has(row.canary_id)).map(({ id }) => id),
    )

    await database.transaction(async (transaction) => {
      await deleteCanaries(transaction, plan.deletes)
      for (const rows of toSlices(plan.writes, chunk)) await writeCanaries(transaction, secrets, rows)
      await deleteChecks(transaction, deletes)
      for (const rows of toSlices(writes, chunk)) await writeChecks(transaction, secrets, rows)
    })
    this.#specs = specs
    this.#unusable = unusable
    this.#logRejections(rejections)
    this.#logIgnored(this.#documents.flatMap((document) => listIgnoredFields(document, ignoredFields.canary)))
    const touched = this.#list(planned, reported)

    return { touched, canaryChanges: [...plan.deletes, ...plan.writes.map(({ id }) => id)] }
  }

  #list(
    planned: readonly { readonly canary: CanaryInForce; readonly spec: CanarySpec; readonly check: PlannedCheck }[],
    alone: readonly CheckRecord[],
  ): string[] {
    const { book, schedule } = this.#options
    const touched: string[] = []
    const inForce = new Map<string, CheckInForce>()
    const counts = new Map<string, number>()
    const scheduled = new Set<string>()
    const dueNow: { readonly id: string; readonly intervalMs: number }[] = []
    for (const { canary, spec, check } of planned) {
      const { record, runnable } = check
      if (runnable === undefined) schedule.remove(record.id)
      else {
        inForce.set(record.id, { runnable, canary: canary.row, spec })
        counts.set(canary.row.id, (counts.get(canary.row.id) ?? 0) + 1)
        schedule.set(record.id, isPosted(runnable) ? undefined : spec.schedule, canary.row.id)
        if (spec.schedule !== undefined) scheduled.add(canary.row.id)
      }
      if (book.put(record)) touched.push(record.id)
      const isScheduled = spec.schedule !== undefined && runnable !== undefined && !isPosted(runnable)
      const isNew = !this.#inForce.has(record.id) && book.get(record.id)?.status === ''
      if (isScheduled && (isNew || check.isEdited)) dueNow.push({ id: record.id, intervalMs: record.intervalMs ?? 0 })
    }
    for (const record of alone) if (book.put(record)) touched.push(record.id)
    const listed = new Set([...planned.map(({ check }) => check.record.id), ...alone.map(({ id }) => id)])
    for (const { record } of book.all()) {
      if (listed.has(record.id)) continue
      book.remove(record.id)
      schedule.remove(record.id)
      touched.push(record.id)
    }
    this.#inForce = inForce
    this.#runnableOfCanary = counts
    this.#scheduled = scheduled
    // Runs start at once and read what is in force.
    for (const { id, intervalMs } of dueNow) {
      if (dueNow.length <= fewNew || intervalMs > longIntervalMs) schedule.soon(id)
    }
    return touched
  }
}

const toKey = ({ namespace, name }: ResourceDocument): string => `${namespace || defaultNamespace}/${name}`

const toUnusable = ({ row, document }: CanaryInForce, { broken, error }: CanarySpec): UnusableRow => {
  const { id, name, namespace } = row
  const found = broken && error !== undefined ? error : { path: [], reason: 'The canary has no checks.' }
  const source = document && {
    file: document.file,
    index: document.index,
    ...document.findPosition(found.path),
    reason: found.reason,
    kind: 'Canary',
    name,
    namespace,
  }
  return { id, kind: 'Canary', name, namespace, source, reason: found.reason }
}
