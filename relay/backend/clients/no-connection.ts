/** A connection that is named and is not there: another try does not find it either. */
export class NoConnection extends Error {
  constructor(reference: string) {
    super(`There is no connection ${reference}.`)
  }
}
