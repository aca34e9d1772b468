import type { GridColumn } from '#client/ui/grid/grid-column.ts'

/** One column of a live table. Lengths are in pixels of text of 12 px, and grow with it. */
export interface TableColumn<R> extends GridColumn<R> {
  /**
   * The order in which columns give way where the table is narrow, the highest first; 0 never does. What answers "what is
   * broken" has the lowest.
   */
  readonly rank: number
  /** How wide it should be before a column of a higher rank gets room; by default its width. */
  readonly roomPx?: number
  /** Whether it is shown until the person says so. */
  readonly isOptional?: boolean
}
