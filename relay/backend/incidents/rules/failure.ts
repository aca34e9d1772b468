/** What rules watch. */
export type FailureKind = 'check' | 'component' | 'config'

/** Something that is not well, with what rules ask about it. */
export interface Failure {
  readonly kind: FailureKind
  readonly id: string
  readonly name: string
  readonly type: string
  readonly namespace: string
  readonly health: string
  readonly status: string
  readonly severity: string
  readonly category: string
  readonly owner: string
  readonly labels: Readonly<Record<string, string>>
  /** Why, as far as it said. */
  readonly message: string
  readonly sinceMs: number
  /** The components that it is, or is tied to. */
  readonly components: readonly string[]
  /** What it has in common with others: the topmost component above it, or else its namespace. */
  readonly group: string
  readonly groupName: string
}

/** Tells things of all kinds apart. */
export const toResourceKey = ({ kind, id }: Pick<Failure, 'kind' | 'id'>): string => `${kind} ${id}`
