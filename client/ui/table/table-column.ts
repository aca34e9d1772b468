import type { GridColumn } from '#client/ui/grid/grid-column.ts'
import type { ListColumn } from './list-column.ts'

/** One column of a live table; its `roomPx` is its width where it says no other. */
export interface TableColumn<R> extends GridColumn<R>, ListColumn<R> {}
