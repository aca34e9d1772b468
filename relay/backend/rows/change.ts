/** Must be sent after the change can be read. */
export interface Change {
  readonly relation: string
  readonly ids?: readonly string[]
  readonly isUrgent?: boolean
  /** Other relay instances learn of it in another way. */
  readonly isLocal?: boolean
  /** Another relay instance made the change. */
  readonly isElsewhere?: boolean
  /** A row that a person or a document changed, as opposed to an engine. */
  readonly isEdit?: boolean
}
export type OnChange = (change: Change) => void
