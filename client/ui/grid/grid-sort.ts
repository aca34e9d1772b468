import { createContext } from 'react'
import type { Sorting } from '#client/lib/address/table-state.ts'

interface GridSort {
  readonly sorting: Sorting | null
  readonly onSort: (sorting: Sorting | null) => void
}

export const GridSortContext = createContext<GridSort | null>(null)
