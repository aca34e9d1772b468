import type { ResourceSelector } from '#shared/resources/resource-search.ts'
import { runLookup, type LookupDeps } from './run-lookup.ts'

/** A config item, with its document. */
export interface FoundConfig {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly config: unknown
  readonly [column: string]: unknown
}

/** What building the components of a topology may ask, and where it says what went wrong. */
export interface BuildContext {
  readonly owner: string
  readonly signal: AbortSignal
  /** What the checks of a lookup show; what they showed last where they fail. `at` names the place of the lookup. */
  readonly lookup: (spec: unknown, at: string) => Promise<readonly unknown[]>
  readonly configs: (selectors: readonly ResourceSelector[]) => Promise<readonly FoundConfig[]>
  /** A sentence for the operator; the run has failed in part. */
  readonly error: (message: string) => void
}

/** What the lookups of a topology answered last, by their place: a run in which one fails goes on with that. */
export type LastResults = Map<string, readonly unknown[]>

/** Asks lookups, and takes what they answered last where they fail. */
export const askLookups =
  (deps: LookupDeps, last: LastResults, error: BuildContext['error']): BuildContext['lookup'] =>
  async (spec, at) => {
    try {
      const results = await runLookup(spec, deps)
      last.set(at, results)
      return results
    } catch (failure) {
      const known = last.get(at)
      const reason = failure instanceof Error ? failure.message : String(failure)
      error(`${at.trim()}: ${reason}${known === undefined ? '' : ' What it found last stays.'}`)
      return known ?? []
    }
  }
