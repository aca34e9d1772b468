export interface GridColumn<R> {
  readonly id: string
  readonly title: string
  /** Shown to screen readers and in the column menu only. */
  readonly isTitleHidden?: boolean
  readonly isPinned?: boolean
  readonly align?: 'start' | 'end'
  /** Without a width, a column shares the room that others leave. */
  readonly width?: number
  readonly flex?: number
  readonly minWidth?: number
  readonly maxWidth?: number
  readonly isSortable?: boolean
  readonly cell: (row: R) => React.ReactNode
  /** Its cells keep something open or pending, which must not pass to the next row that they show. */
  readonly hasState?: boolean
  readonly flashOn?: (row: R) => string
}
