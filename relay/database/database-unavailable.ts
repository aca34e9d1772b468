/**
 * The database gave no answer: it is being started again, or was ended while it ran the statement. The message is a sentence
 * for people. `mayHaveHappened`: whether what was asked may be done all the same; where it is false, nothing of it is kept.
 */
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
