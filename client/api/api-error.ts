/** Why a request did not bring what was asked for. `answered`: the server answered with a failure. */
export type FailureKind = 'aborted' | 'timeout' | 'network' | 'offline' | 'answered' | 'unreadable'

/** The right that a refusal names. */
interface Lacking {
  readonly action: string
  readonly object: string
}

interface Failure {
  readonly kind: FailureKind
  readonly message: string
  /** Method and path of the request, without its query: that may hold what a person typed. */
  readonly where: string
  readonly status?: number | undefined
  /** The server's own code for the failure, such as `23505` or `not_found`; never to be shown alone. */
  readonly code?: string | undefined
  readonly details?: string | undefined
  readonly lacks?: Lacking | undefined
  readonly cause?: unknown
}

/** Every failed request ends in one of these; callers branch on `kind`, `status` and `code`, never on wording. */
export class ApiError extends Error {
  readonly kind: FailureKind
  readonly where: string
  readonly status: number | undefined
  readonly code: string | undefined
  readonly details: string | undefined
  readonly lacks: Lacking | undefined

  constructor({ kind, message, where, status, code, details, lacks, cause }: Failure) {
    super(message, { cause })
    this.name = 'ApiError'
    this.kind = kind
    this.where = where
    this.status = status
    this.code = code
    this.details = details
    this.lacks = lacks
  }
}
