import { formatCount } from '#shared/primitives/format-count.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { currentAddress, type ViewState } from '#client/lib/address/view-address.ts'
import { readAuthMode } from '#client/lib/browser/auth-mode.ts'
import { copyWithToast } from '#client/ui/feedback/copy-with-toast.ts'
import { saveFile } from '#client/lib/browser/save-file.ts'
import type { TableFormatName } from '#client/lib/text/write-table.ts'
import { dismissToast, showToast } from '#client/ui/feedback/toast-store.ts'
import { Menu, MenuDivider, MenuItem } from '#client/ui/layout/menu.tsx'
import { exportName, writeDocuments, writeList, type LoadDocuments, type PagesOptions } from './export-table.ts'
import type { ListPages } from './list-pages.ts'
import type { TextColumn } from './text-column.ts'

interface ExportMenuProps<R> {
  readonly table: string
  readonly columns: readonly TextColumn<R>[]
  readonly pages: ListPages<R>
  readonly loadDocuments: LoadDocuments<R> | undefined
  readonly apiPath: string | undefined
  readonly state: ViewState
}

const formatProgress = (written: number, total: number | null) =>
  total === null ? `${formatCount(written)} rows read` : `${formatCount(written)} of ${formatCount(total)} rows read`

const readList = async (
  write: (options: Omit<PagesOptions<never>, 'pages'>) => Promise<Blob>,
): Promise<Blob | null> => {
  const stop = new AbortController()
  const action = { label: 'Stop', onClick: () => stop.abort() }
  let toast = showToast('loading', 'Loading list…', { action })
  const onProgress = (written: number, total: number | null) => {
    if (!stop.signal.aborted) toast = showToast('loading', formatProgress(written, total), { action, replacing: toast })
  }
  try {
    const bytes = await write({ signal: stop.signal, onProgress })
    dismissToast(toast)
    return bytes
  } catch (error) {
    dismissToast(toast)
    if (!stop.signal.aborted) showToast('error', `Export failed. ${toErrorMessage(error)}`)
    return null
  }
}

/** Single-quoted for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

const formatCurl = (apiPath: string): string => {
  const credentials = readAuthMode() === 'standalone' ? '' : ' --cookie "$COOKIE"'
  return `curl --fail${credentials} ${quoted(new URL(apiPath, location.origin).href)}`
}

export function ExportMenu<R>({ table, columns, pages, loadDocuments, apiPath, state }: ExportMenuProps<R>) {
  const read = (format: TableFormatName) => readList((options) => writeList({ ...options, format, columns, pages }))
  const save = async (format: TableFormatName | 'yaml', reading: Promise<Blob | null>) => {
    const bytes = await reading
    if (bytes !== null) saveFile(exportName(table, format, new Date()), bytes)
  }
  const copyMarkdown = async () => {
    const bytes = await read('markdown')
    if (bytes !== null) await copyWithToast(await bytes.text())
  }
  return (
    <Menu>
      <MenuItem text="Export CSV" onClick={() => void save('csv', read('csv'))} />
      <MenuItem text="Export JSON" onClick={() => void save('json', read('json'))} />
      {loadDocuments === undefined ? null : (
        <MenuItem
          text="Export YAML"
          onClick={() =>
            void save(
              'yaml',
              readList((options) => writeDocuments({ ...options, pages, loadDocuments })),
            )
          }
        />
      )}
      <MenuDivider />
      <MenuItem text="Copy link to this view" onClick={() => void copyWithToast(currentAddress(state))} />
      <MenuItem text="Copy as Markdown" onClick={() => void copyMarkdown()} />
      {apiPath === undefined ? null : (
        <MenuItem text="Copy as curl" onClick={() => void copyWithToast(formatCurl(apiPath))} />
      )}
    </Menu>
  )
}
