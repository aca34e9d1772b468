import { inZone } from '#client/lib/time/in-zone.ts'
import { tableFormats, type TableFormatName } from '#client/lib/text/write-table.ts'
import { writeYaml } from '#client/ui/editor/write-yaml.ts'
import type { ListPages } from './list-pages.ts'
import type { TextColumn } from './text-column.ts'

export interface PagesOptions<R> {
  readonly pages: ListPages<R>
  readonly signal: AbortSignal
  readonly onProgress?: (written: number, total: number | null) => void
}

const writeRows = async <R>(
  { pages, signal, onProgress }: PagesOptions<R>,
  toText: (rows: readonly R[], from: number) => string | Promise<string>,
): Promise<readonly string[]> => {
  const parts: string[] = []
  let written = 0
  for await (const { rows, total } of pages(signal)) {
    signal.throwIfAborted()
    parts.push(await toText(rows, written))
    written += rows.length
    onProgress?.(written, total)
  }
  return parts
}

interface ListOptions<R> extends PagesOptions<R> {
  readonly format: TableFormatName
  readonly columns: readonly TextColumn<R>[]
}

export const writeList = async <R>({ format: name, columns, ...options }: ListOptions<R>): Promise<Blob> => {
  const format = tableFormats[name]
  const titles = columns.map(({ title }) => title)
  const parts = await writeRows(options, (rows, from) =>
    rows
      .map((row, at) =>
        format.row(
          titles,
          columns.map(({ text }) => text(row)),
          from + at,
        ),
      )
      .join(''),
  )
  return new Blob([format.start(titles), ...parts, format.end], { type: format.mediaType })
}

export type LoadDocuments<R> = (rows: readonly R[], signal: AbortSignal) => Promise<readonly object[]>

interface DocumentsOptions<R> extends PagesOptions<R> {
  readonly loadDocuments: LoadDocuments<R>
}

export const writeDocuments = async <R>({ loadDocuments, ...options }: DocumentsOptions<R>): Promise<Blob> => {
  const parts = await writeRows(options, async (rows) => {
    const documents = await loadDocuments(rows, options.signal)
    return documents.map((document) => `---\n${writeYaml(document)}`).join('')
  })
  return new Blob([...parts], { type: 'application/yaml' })
}

export const exportName = (list: string, format: TableFormatName | 'yaml', at: Date): string =>
  `${list}-${inZone(at.getTime(), 'UTC').format('YYYY-MM-DDTHH-mm')}.${format === 'yaml' ? format : tableFormats[format].extension}`
