/** What rules watch. */
export type TroubleKind = 'check' | 'component' | 'config'

/** Something that is not well, with what rules ask about it. */
export interface Trouble {
  readonly kind: TroubleKind
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
export const keyOf = ({ kind, id }: Pick<Trouble, 'kind' | 'id'>): string => `${kind} ${id}`
