import type { SortValue } from '#shared/sorting/sort-value.ts'

/** Lengths in pixels at a text size of 12 px, scaled with the text. */
export interface ListColumn<R> {
  readonly id: string
  readonly title: string
  readonly rank: number
  readonly roomPx?: number
  readonly isOptional?: boolean
  readonly text?: (row: R) => SortValue
  readonly sortsBy?: (row: R) => SortValue
  readonly unit?: string
}
