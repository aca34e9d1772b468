import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import type { FindConfigs } from '#relay/backend/catalog/find-configs.ts'
import { runLookup, type LookupDeps } from './run-lookup.ts'

export interface BuildContext {
  readonly owner: string
  readonly signal: AbortSignal
  /** Returns the last results when the lookup fails. `at` is its path. */
  readonly lookup: (spec: unknown, at: string) => Promise<readonly unknown[]>
  /** Templates of `forEach` below `groupBy` also see the group. */
  readonly group?: Readonly<Record<string, unknown>>
  /** Of components without one. */
  readonly namespace?: string
  /** Their texts are results of lookups or templates that were filled, so they are not templates. */
  readonly hasPlainTexts?: boolean
  readonly configs: FindConfigs
  readonly error: (message: string) => void
}

export type LastResults = Map<string, readonly unknown[]>

export const askLookups =
  (deps: LookupDeps, last: LastResults, error: BuildContext['error']): BuildContext['lookup'] =>
  async (spec, at) => {
    try {
      const results = await runLookup(spec, deps)
      last.set(at, results)
      return results
    } catch (failure) {
      const known = last.get(at)
      const reason = toErrorMessage(failure)
      error(`${at.trim()}: ${reason}${known === undefined ? '' : ' The last results are retained.'}`)
      return known ?? []
    }
  }
