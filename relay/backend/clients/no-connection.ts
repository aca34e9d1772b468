export class NoConnection extends Error {
  constructor(reference: string) {
    super(`There is no connection ${reference}.`)
  }
}
