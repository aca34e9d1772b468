export class NoConnection extends Error {
  constructor(reference: string) {
    super(`Connection ${reference} not found.`)
  }
}
