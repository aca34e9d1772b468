import type { ComponentType } from 'react'

/** One column of a table. Widths in pixels; a column with `flex` shares what is left over. */
export interface GridColumn<R> {
  readonly id: string
  readonly title: string
  readonly width?: number
  readonly flex?: number
  readonly minWidth?: number
  readonly maxWidth?: number
  /** Whether the person may sort by it; the page puts the rows in order. */
  readonly isSortable?: boolean
  readonly cell: ComponentType<{ readonly row: R }>
  /** What the cell says, as text; a cell flashes once when this is different from before. Without it none does. */
  readonly flashOn?: (row: R) => string
}
