import { createContext } from 'react'
import type { Sorting } from '#client/lib/address/table-state.ts'

/** The order of a grid's rows, for its head. */
interface GridSort {
  readonly sorting: Sorting | null
  /** Null leads back to the order that the rows have by themselves. */
  readonly onSort: (sorting: Sorting | null) => void
}

export const GridSortContext = createContext<GridSort | null>(null)
