import type { FunctionComponent } from 'react'

export interface GridColumn<R> {
  readonly id: string
  readonly title: string
  /** Shown to screen readers and in the column menu only. */
  readonly isTitleHidden?: boolean
  readonly isPinned?: boolean
  readonly width?: number
  readonly flex?: number
  readonly minWidth?: number
  readonly maxWidth?: number
  readonly isSortable?: boolean
  readonly cell: FunctionComponent<{ readonly row: R }>
  readonly flashOn?: (row: R) => string
}
