import type { SortValue } from '#shared/sorting/sort-value.ts'
import type { GridColumn } from '#client/ui/grid/grid-column.ts'

/** Lengths in pixels at a text size of 12 px, scaled with the text. */
export interface ListColumn<R> extends Omit<GridColumn<R>, 'isPinned'> {
  /** When room is short, the columns with the highest rank disappear first; those with 0 stay. */
  readonly rank: number
  readonly isOptional?: boolean
  readonly text?: (row: R) => SortValue
  readonly sortsBy?: (row: R) => SortValue
  readonly unit?: string
}
