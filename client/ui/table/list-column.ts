import type { SortValue } from '#shared/sorting/sort-value.ts'

/** What every column of a list has, however its cells are drawn. Lengths are in pixels of text of 12 px, and grow with it. */
export interface ListColumn<R> {
  readonly id: string
  readonly title: string
  /**
   * The order in which columns give way where the table is narrow, the highest first; 0 never does. What answers "what is
   * broken" has the lowest.
   */
  readonly rank: number
  /** How wide it should be before a column of a higher rank gets room. */
  readonly roomPx?: number
  /** Not shown until the person says so. */
  readonly isOptional?: boolean
  /** What its cells say; a column without it is neither sorted nor exported. */
  readonly text?: (row: R) => SortValue
  /** What it is sorted by, where its words do not stand for their own order: a severity. */
  readonly sortsBy?: (row: R) => SortValue
  /** What its numbers count, where the title alone does not say. */
  readonly unit?: string
}
