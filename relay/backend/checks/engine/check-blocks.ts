import type { OnChange } from '#relay/backend/rows/change.ts'
import type { CheckBook } from '#relay/backend/checks/store/check-book.ts'
import { Dependencies, type Blocker, type DependentCheck } from '#relay/backend/checks/store/dependencies.ts'
import type { LiveCheck } from '#relay/backend/checks/store/live-check.ts'

interface CheckBlocksOptions {
  readonly book: CheckBook
  readonly scheduler: {
    soon(id: string): void
    runNow(id: string): Promise<unknown> | undefined
    findNextStart(id: string): number | undefined
  }
  readonly onChange: OnChange
}

/** The last result of a paused check says nothing about now. */
const isPaused = ({ schedule, intervalMs }: LiveCheck['record']): boolean => schedule !== '' && intervalMs === null

/** Checks that are not evaluated while a check that they depend on fails. */
export class CheckBlocks {
  readonly #options: CheckBlocksOptions
  readonly #failing = new Set<string>()
  #dependencies: Dependencies | undefined

  constructor(options: CheckBlocksOptions) {
    this.#options = options
  }

  reset(): void {
    this.#dependencies = undefined
    this.#failing.clear()
    for (const check of this.#options.book.all()) if (check.isFailing) this.#failing.add(check.record.id)
    this.#blockDependents()
  }

  /** Call it when a check was added outside `reset`. */
  add(check: LiveCheck): void {
    this.#dependencies?.add(this.#toDependent(check))
  }

  update(check: LiveCheck): void {
    const { id } = check.record
    if (check.isFailing === this.#failing.has(id)) return
    if (check.isFailing) this.#failing.add(id)
    else this.#failing.delete(id)
    this.#blockDependents(check)
  }

  /** Also evaluates the checks that it depends on, whose last results may be older than its own. */
  async findBlocker(check: LiveCheck, sinceMs: number): Promise<Blocker | undefined> {
    if (check.record.dependsOn.length === 0) return undefined
    const dependencies = this.#load()
    const dependent = this.#toDependent(check)
    const { book, scheduler } = this.#options
    const known = dependencies.findBlocker(dependent)
    if (known !== undefined) {
      // Without a schedule it would fail until a person runs it.
      if (scheduler.findNextStart(known.id) !== undefined) return known
      await Promise.allSettled([scheduler.runNow(known.id)])
      return this.#load().findBlocker(dependent)
    }
    const older = dependencies
      .listParents(dependent)
      .filter(({ id }) => id !== check.record.id && (book.get(id)?.lastRuntime ?? 0) < sinceMs)
    await Promise.allSettled(older.map(async ({ id }) => scheduler.runNow(id)))
    return this.#load().findBlocker(dependent)
  }

  listWarnings(check: LiveCheck): string[] {
    if (check.record.dependsOn.length === 0) return []
    const unknown = this.#load().listUnknown(this.#toDependent(check))
    return unknown.map((reference) => `dependsOn: there is no check ${JSON.stringify(reference)}.`)
  }

  #load(): Dependencies {
    const { book } = this.#options
    return (this.#dependencies ??= new Dependencies(Array.from(book.all(), (check) => this.#toDependent(check))))
  }

  #toDependent({ record }: LiveCheck): DependentCheck {
    const { book } = this.#options
    const { id, agentId, name, canaryName, canaryNamespace, dependsOn } = record
    return {
      id,
      agentId,
      name,
      canaryName,
      canaryNamespace,
      dependsOn,
      get isFailing() {
        const check = book.get(id)
        return check !== undefined && check.isFailing && !isPaused(check.record)
      },
    }
  }

  /** Of one check, or of all. */
  #blockDependents(parent?: LiveCheck): void {
    const { book, scheduler, onChange } = this.#options
    const dependencies = this.#load()
    const changed: string[] = []
    for (const dependent of dependencies.listDependents(parent && this.#toDependent(parent))) {
      const check = book.get(dependent.id)
      const blocker = dependencies.findBlocker(dependent)
      if (check === undefined) continue
      // Without its blocker a check stays marked until it has run.
      if (blocker === undefined) {
        if (check.blocker !== undefined) scheduler.soon(dependent.id)
      } else if (check.block(blocker)) changed.push(dependent.id)
    }
    if (changed.length > 0) onChange({ relation: 'checks', ids: changed, isUrgent: true })
  }
}
