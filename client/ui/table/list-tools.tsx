import { Export } from '@blueprintjs/icons'
import { useIsPhone } from '#client/lib/browser/use-window-width.ts'
import { currentAddress, type ViewState } from '#client/lib/address/view-address.ts'
import { readAuthMode } from '#client/lib/browser/auth-mode.ts'
import { copyText } from '#client/lib/browser/copy-text.ts'
import { saveFile } from '#client/lib/browser/save-file.ts'
import type { TableFormatName } from '#client/lib/text/write-table.ts'
import { Button } from '#client/ui/button.tsx'
import { dismissToast, showToast } from '#client/ui/feedback/toast-store.ts'
import { Menu, MenuDivider, MenuItem } from '#client/ui/layout/menu.tsx'
import { Popover } from '#client/ui/layout/popover.tsx'
import { useColumnChoice, useColumnState } from './column-choice.ts'
import { ColumnChooser, type ChoosableColumn } from './column-chooser.tsx'
import { orderColumns } from './column-settings.ts'
import { isWanted } from './fit-columns.ts'
import './list-head.css'
import type { ListPages } from './list-pages.ts'
import type { TextColumn } from './text-column.ts'

interface ListToolsProps<R> {
  readonly table: string
  readonly noun?: string
  readonly columns?: readonly ChoosableColumn[]
  readonly texts: readonly TextColumn<R>[]
  readonly pages: ListPages<R>
  readonly apiPath?: string
  readonly state?: ViewState
}

const count = (amount: number) => amount.toLocaleString('en')
const formatProgress = (written: number, total: number | null) =>
  total === null ? `${count(written)} rows read` : `${count(written)} of ${count(total)} rows read`

const readList = async <T,>(
  format: TableFormatName,
  columns: readonly TextColumn<T>[],
  pages: ListPages<T>,
): Promise<Blob | null> => {
  const stop = new AbortController()
  const action = { label: 'Stop', onClick: () => stop.abort() }
  let toast = showToast('loading', 'Loading list…', { action })
  const onProgress = (written: number, total: number | null) => {
    if (!stop.signal.aborted) toast = showToast('loading', formatProgress(written, total), { action, replacing: toast })
  }
  try {
    const { writeList } = await import('./export-table.ts')
    const bytes = await writeList({ format, columns, pages, signal: stop.signal, onProgress })
    dismissToast(toast)
    return bytes
  } catch (error) {
    dismissToast(toast)
    if (!stop.signal.aborted)
      showToast('error', `Export failed. ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}

const copy = async (text: string) => {
  const { ok, message } = await copyText(text)
  showToast(ok ? 'success' : 'error', message)
}

/** Single-quoted for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

const formatCurl = (apiPath: string): string => {
  const credentials = readAuthMode() === 'standalone' ? '' : ' --cookie "$COOKIE"'
  return `curl --fail${credentials} ${quoted(new URL(apiPath, location.origin).href)}`
}

export function ListTools<R>({ table, noun, columns, texts, pages, apiPath, state }: ListToolsProps<R>) {
  const settings = useColumnChoice(table)
  const columnState = useColumnState(table)
  const isPhone = useIsPhone()
  const shown = orderColumns(texts, settings).filter(({ id }) =>
    (columns ?? []).every((column) => column.id !== id || isWanted(column, settings)),
  )
  const save = async (format: TableFormatName) => {
    const bytes = await readList(format, shown, pages)
    if (bytes === null) return
    const { exportName } = await import('./export-table.ts')
    saveFile(exportName(table, format, new Date()), bytes)
  }
  const copyMarkdown = async () => {
    const bytes = await readList('markdown', shown, pages)
    if (bytes !== null) await copy(await bytes.text())
  }
  return (
    <span className="list-tools">
      {columns === undefined || isPhone ? null : <ColumnChooser table={table} columns={columns} />}
      <Popover
        placement="bottom-end"
        content={
          <Menu>
            <MenuItem text="Export CSV" onClick={() => void save('csv')} />
            <MenuItem text="Export JSON" onClick={() => void save('json')} />
            <MenuDivider />
            <MenuItem
              text="Copy link to this view"
              onClick={() => void copy(currentAddress({ ...state, ...columnState }))}
            />
            <MenuItem text="Copy as Markdown" onClick={() => void copyMarkdown()} />
            {apiPath === undefined ? null : (
              <MenuItem text="Copy as curl" onClick={() => void copy(formatCurl(apiPath))} />
            )}
          </Menu>
        }
      >
        <Button
          look="minimal"
          small
          icon={<Export size={14} />}
          aria-label={noun === undefined ? 'Export' : `Export ${noun}`}
        />
      </Popover>
    </span>
  )
}
