import type { GridColumn } from '#client/ui/grid/grid-column.ts'
import type { ListColumn } from './list-column.ts'

export interface TableColumn<R> extends GridColumn<R>, ListColumn<R> {}
