export type FailureKind = 'check' | 'component' | 'config'

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
  readonly message: string
  readonly sinceMs: number
  readonly components: readonly string[]
  readonly group: string
  readonly groupName: string
  /** Of a check. */
  readonly canary?: Readonly<Record<string, unknown>> | null
  /** The component itself, or the first that the resource belongs to. */
  readonly component?: Readonly<Record<string, unknown>> | null
}
