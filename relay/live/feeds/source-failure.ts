interface SourceFailureOptions extends ErrorOptions {
  readonly status?: number
}

/** The message is shown to people: it must not contain secrets or internals. */
export class SourceFailure extends Error {
  readonly status: number | undefined

  constructor(message: string, { status, ...options }: SourceFailureOptions = {}) {
    super(message, options)
    this.status = status
  }
}
