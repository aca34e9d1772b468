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

export const readKnownFormat = <Value>(label: string, read: () => Value): Value => {
  try {
    return read()
  } catch (cause) {
    throw new SourceFailure(`The backend returned ${label} in an unknown format.`, { cause })
  }
}
