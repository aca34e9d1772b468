/** `mayHaveCommitted`: false guarantees that nothing of the request is stored. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  readonly mayHaveCommitted: boolean

  constructor(
    message: string,
    { mayHaveCommitted, cause }: { readonly mayHaveCommitted: boolean; readonly cause?: unknown },
  ) {
    super(message, { cause })
    this.mayHaveCommitted = mayHaveCommitted
  }
}
