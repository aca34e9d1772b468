interface SourceFailureOptions extends ErrorOptions {
  /** What the backend answered with, where it answered. */
  readonly status?: number
}

/** Why a source could not be asked, as a sentence that a person may read: it names no secret and no inner detail. */
export class SourceFailure extends Error {
  readonly status: number | undefined

  constructor(message: string, { status, ...options }: SourceFailureOptions = {}) {
    super(message, options)
    this.status = status
  }
}
