/** Must be sent after the change can be read. */
export interface Change {
  readonly relation: string
  readonly ids?: readonly string[]
  readonly isUrgent?: boolean
}
export type OnChange = (change: Change) => void
