import { compareText } from '#shared/primitives/compare-text.ts'
import type { RuleFailure } from '#relay/backend/scrapers/transform/shape-item.ts'

interface TypeCounts {
  added: number
  updated: number
  unchanged: number
  deleted: number
}

const maxErrors = 100

export class ScrapeSummary {
  readonly #types = new Map<string, TypeCounts>()
  readonly #errors: string[] = []
  readonly #failures = new Set<string>()
  #errorCount = 0
  #changes = 0
  #hasUnstored = false

  count(outcome: keyof TypeCounts, items: readonly { readonly type: string }[]): void {
    for (const { type } of items) {
      const counts = this.#types.get(type) ?? { added: 0, updated: 0, unchanged: 0, deleted: 0 }
      counts[outcome] += 1
      this.#types.set(type, counts)
    }
  }

  countChanges(count: number): void {
    this.#changes += count
  }

  error(message: string): void {
    this.#errorCount += 1
    if (this.#errors.length < maxErrors) this.#errors.push(message)
  }

  addUnstored(message: string): void {
    this.#hasUnstored = true
    this.error(message)
  }

  /** A found item was not stored, so a missing one may still exist. */
  get hasUnstored(): boolean {
    return this.#hasUnstored
  }

  addRuleFailure({ rule, reason }: RuleFailure): void {
    if (this.#failures.has(rule)) return
    this.#failures.add(rule)
    this.error(reason)
  }

  get errorCount(): number {
    return this.#errorCount
  }

  get errors(): readonly string[] {
    const more = this.#errorCount - this.#errors.length
    return more === 0 ? this.#errors : [...this.#errors, `${more} more errors not listed.`]
  }

  get hasAdded(): boolean {
    const { added, updated } = this.#total
    return added > 0 || updated > 0
  }

  get #total(): TypeCounts {
    const total = { added: 0, updated: 0, unchanged: 0, deleted: 0 }
    for (const counts of this.#types.values()) {
      total.added += counts.added
      total.updated += counts.updated
      total.unchanged += counts.unchanged
      total.deleted += counts.deleted
    }
    return total
  }

  /** Includes deleted items. */
  get itemCount(): number {
    const { added, updated, unchanged, deleted } = this.#total
    return added + updated + unchanged + deleted
  }

  get details(): Record<string, unknown> {
    return {
      scrape_summary: Object.fromEntries([...this.#types].toSorted(([a], [b]) => compareText(a, b))),
      summary: { ...this.#total, changes: this.#changes, errors: this.#errorCount },
    }
  }
}
