import { useCallback, useRef } from 'react'
import { changeColumns, useColumnChoice } from './column-choice.ts'
import { resizeColumn } from './column-settings.ts'
import { fitColumns } from './fit-columns.ts'
import type { ListColumn } from './list-column.ts'
import { useTableRoom } from './use-table-room.ts'

/** Lengths of the result are in pixels at a text size of 12 px: on screen they are multiplied by `scale`. */
export const useFittedColumns = <R>(table: string | undefined, columns: readonly ListColumn<R>[]) => {
  const frame = useRef<HTMLDivElement>(null)
  const ruler = useRef<HTMLSpanElement>(null)
  const { width, scale } = useTableRoom(frame, ruler)
  const settings = useColumnChoice(table)
  const handleResize = useCallback(
    (id: string, px: number | null) => {
      if (table !== undefined) changeColumns(table, resizeColumn(settings, id, px === null ? null : px / scale))
    },
    [table, settings, scale],
  )
  const room = width === 0 ? Infinity : width / scale
  return { frame, ruler, room, scale, ...fitColumns(columns, room, settings), handleResize }
}
