import { appendValue } from '#shared/primitives/append-value.ts'

export interface DependentCheck {
  readonly id: string
  readonly agentId: string
  readonly canaryName: string
  readonly canaryNamespace: string
  readonly name: string
  readonly dependsOn: readonly string[]
  readonly isFailing: boolean
}

export interface Blocker {
  readonly id: string
  readonly name: string
}

/** Of the same agent: `name` in the same canary, else `canary/name` in the same namespace, or `namespace/canary/name`. */
const listKeys = ({ agentId, canaryNamespace, canaryName }: DependentCheck, reference: string): string[] =>
  [
    [canaryNamespace, canaryName, reference],
    ...splits(reference).map(([canary, name]) => [canaryNamespace, canary, name]),
    ...splits(reference).flatMap(([namespace, rest]) =>
      splits(rest).map(([canary, name]) => [namespace, canary, name]),
    ),
  ].map((path) => JSON.stringify([agentId, ...path]))

const toKey = ({ agentId, canaryNamespace, canaryName, name }: DependentCheck): string =>
  JSON.stringify([agentId, canaryNamespace, canaryName, name])

const splits = (text: string): [string, string][] => {
  const at = text.indexOf('/')
  return at < 0 ? [] : [[text.slice(0, at), text.slice(at + 1)]]
}

/** Resolves names once and takes further checks as they appear, because a change among thousands of checks is frequent. */
export class Dependencies {
  readonly #byKey = new Map<string, DependentCheck[]>()
  readonly #dependents: DependentCheck[] = []
  readonly #dependentsByKey = new Map<string, DependentCheck[]>()

  constructor(checks: Iterable<DependentCheck>) {
    for (const check of checks) this.add(check)
  }

  add(check: DependentCheck): void {
    const key = toKey(check)
    if (this.#byKey.get(key)?.some(({ id }) => id === check.id) === true) return
    appendValue(this.#byKey, key, check)
    if (check.dependsOn.length > 0) this.#dependents.push(check)
    for (const reference of check.dependsOn)
      for (const parent of listKeys(check, reference)) appendValue(this.#dependentsByKey, parent, check)
  }

  /** All that may depend on `check`, directly or through others; without one, all that depend on any. */
  listDependents(check?: DependentCheck): Iterable<DependentCheck> {
    if (check === undefined) return this.#dependents
    const found = new Set<DependentCheck>(this.#dependentsByKey.get(toKey(check)))
    // A set also visits the members that are added meanwhile.
    for (const each of found) for (const dependent of this.#dependentsByKey.get(toKey(each)) ?? []) found.add(dependent)
    return found
  }

  listParents(check: DependentCheck): DependentCheck[] {
    return check.dependsOn.flatMap((reference) => this.#find(check, reference))
  }

  listUnknown(check: DependentCheck): string[] {
    return check.dependsOn.filter((reference) => this.#find(check, reference).length === 0)
  }

  #find(check: DependentCheck, reference: string): readonly DependentCheck[] {
    const found = listKeys(check, reference).map((key) => this.#byKey.get(key))
    return found.find((checks) => checks !== undefined) ?? []
  }

  /** Checks of a cycle are evaluated: otherwise all of them would wait for each other. */
  findBlocker(check: DependentCheck): Blocker | undefined {
    const seen = new Set([check.id])
    const waiting = this.#isInCycle(check) ? [] : this.listParents(check)
    for (let parent = waiting.shift(); parent !== undefined; parent = waiting.shift()) {
      if (seen.has(parent.id)) continue
      seen.add(parent.id)
      if (parent.isFailing) return { id: parent.id, name: parent.name }
      if (!this.#isInCycle(parent)) waiting.push(...this.listParents(parent))
    }
    return undefined
  }

  #isInCycle(check: DependentCheck): boolean {
    const seen = new Set<string>()
    const waiting = this.listParents(check)
    for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
      if (parent.id === check.id) return true
      if (seen.has(parent.id)) continue
      seen.add(parent.id)
      waiting.push(...this.listParents(parent))
    }
    return false
  }
}
