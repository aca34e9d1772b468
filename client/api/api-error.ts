export type FailureKind = 'aborted' | 'timeout' | 'network' | 'offline' | 'answered' | 'unreadable'

interface Lacking {
  readonly action: string
  readonly object: string
}

interface Failure {
  readonly kind: FailureKind
  readonly message: string
  /** Security: without the query, which may contain user input. */
  readonly where: string
  readonly status?: number | undefined
  readonly code?: string | undefined
  readonly details?: string | undefined
  readonly lacks?: Lacking | undefined
  readonly cause?: unknown
}

export const timedOutCode = '57014'
const outageStatuses: ReadonlySet<number | undefined> = new Set([502, 503, 504])

/** Callers branch on `kind`, `status` and `code`, never on wording. */
export class ApiError extends Error {
  readonly kind: FailureKind
  readonly where: string
  readonly status: number | undefined
  readonly code: string | undefined
  readonly details: string | undefined
  readonly lacks: Lacking | undefined
  /** The backend, its data API or the network is down, so that the same request succeeds later. */
  readonly isOutage: boolean

  constructor({ kind, message, where, status, code, details, lacks, cause }: Failure) {
    super(message, { cause })
    this.name = 'ApiError'
    this.kind = kind
    this.where = where
    this.status = status
    this.code = code
    this.details = details
    this.lacks = lacks
    this.isOutage =
      kind === 'network' ||
      kind === 'offline' ||
      (kind === 'answered' && outageStatuses.has(status) && code !== timedOutCode)
  }
}
