import { createContext } from 'react'
import type { Sorting } from '#client/lib/address/table-state.ts'

export interface GridHeadOptions {
  readonly sorting?: Sorting | null
  readonly onSort?: ((sorting: Sorting | null) => void) | undefined
  /** Null brings the default width back. */
  readonly onResize?: ((id: string, px: number | null) => void) | undefined
}

export const GridHeadContext = createContext<GridHeadOptions>({})
