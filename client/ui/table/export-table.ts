import { inZone } from '#client/lib/time/in-zone.ts'
import { tableFormats, type TableFormatName } from '#client/lib/text/write-table.ts'
import type { ListPages } from './list-pages.ts'
import type { TextColumn } from './text-column.ts'

interface ExportOptions<R> {
  readonly format: TableFormatName
  readonly columns: readonly TextColumn<R>[]
  readonly pages: ListPages<R>
  readonly signal: AbortSignal
  readonly onProgress?: (written: number, total: number | null) => void
}

export const writeList = async <R>(options: ExportOptions<R>): Promise<Blob> => {
  const { columns, pages, signal, onProgress } = options
  const format = tableFormats[options.format]
  const titles = columns.map(({ title }) => title)
  const parts = [format.start(titles)]
  let written = 0
  for await (const { rows, total } of pages(signal)) {
    signal.throwIfAborted()
    parts.push(
      rows
        .map((row, at) =>
          format.row(
            titles,
            columns.map(({ text }) => text(row)),
            written + at,
          ),
        )
        .join(''),
    )
    written += rows.length
    onProgress?.(written, total)
  }
  return new Blob([...parts, format.end], { type: format.mediaType })
}

export const exportName = (list: string, format: TableFormatName, at: Date): string =>
  `${list}-${inZone(at.getTime(), 'UTC').format('YYYY-MM-DDTHH-mm')}.${tableFormats[format].extension}`
