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

const splits = (text: string): [string, string][] => {
  const at = text.indexOf('/')
  return at < 0 ? [] : [[text.slice(0, at), text.slice(at + 1)]]
}

export class Dependencies {
  readonly #byKey = new Map<string, DependentCheck[]>()
  readonly #checks: readonly DependentCheck[]

  constructor(checks: Iterable<DependentCheck>) {
    this.#checks = [...checks]
    for (const check of this.#checks) {
      const key = JSON.stringify([check.agentId, check.canaryNamespace, check.canaryName, check.name])
      const same = this.#byKey.get(key)
      if (same === undefined) this.#byKey.set(key, [check])
      else same.push(check)
    }
  }

  listDependents(): DependentCheck[] {
    return this.#checks.filter(({ dependsOn }) => dependsOn.length > 0)
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
