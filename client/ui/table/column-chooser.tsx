import { ListColumns } from '@blueprintjs/icons'
import { lazy, Suspense } from 'react'
import { Button } from '#client/ui/button.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Popover } from '#client/ui/layout/popover.tsx'
import type { ListColumn } from './list-column.ts'

const ColumnList = lazy(async () => ({ default: (await import('./column-list.tsx')).ColumnList }))

export type ChoosableColumn = Pick<ListColumn<never>, 'id' | 'title' | 'rank' | 'isOptional'>

export interface ColumnChooserProps {
  readonly table: string
  readonly columns: readonly ChoosableColumn[]
}

export function ColumnChooser({ table, columns }: ColumnChooserProps) {
  return (
    <Popover
      placement="bottom-end"
      kind="dialog"
      content={
        <Suspense fallback={<SkeletonRows label="Loading columns" rows={columns.length} />}>
          <ColumnList table={table} columns={columns} />
        </Suspense>
      }
    >
      <Button look="minimal" small icon={<ListColumns size={14} />} aria-label="Columns" />
    </Popover>
  )
}
