/**
 * Something in the embedded backend may have changed: a relation of the data API, and which of its rows where that is
 * known. Sent after the change can be read, many rows at once rather than one by one.
 */
export interface Change {
  readonly relation: string
  readonly ids?: readonly string[]
  /** People wait for it: a check turned. It is told with the others that are, some of which may not be. */
  readonly isUrgent?: boolean
}
export type OnChange = (change: Change) => void
