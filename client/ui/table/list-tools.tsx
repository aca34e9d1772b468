import { Export } from '@blueprintjs/icons'
import { useState } from 'react'
import type { ViewState } from '#client/lib/address/view-address.ts'
import { onDemand, useOnDemand } from '#client/lib/browser/on-demand.ts'
import { useIsPhone } from '#client/lib/browser/use-window-width.ts'
import { Button } from '#client/ui/button.tsx'
import { Popover } from '#client/ui/layout/popover.tsx'
import { useColumnChoice, useColumnState } from './column-choice.ts'
import { ColumnChooser, type ChoosableColumn } from './column-chooser.tsx'
import { orderColumns } from './column-settings.ts'
import type { LoadDocuments } from './export-table.ts'
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
  /** For rows that are documents. */
  readonly loadDocuments?: LoadDocuments<R> | undefined
  readonly apiPath?: string | undefined
  readonly state?: ViewState | undefined
}

const exporting = onDemand(() => import('./export-menu.tsx'))

export function ListTools<R>({ table, noun, columns, texts, pages, loadDocuments, apiPath, state }: ListToolsProps<R>) {
  const settings = useColumnChoice(table)
  const columnState = useColumnState(table)
  const isPhone = useIsPhone()
  const shown = orderColumns(texts, settings).filter(({ id }) =>
    (columns ?? []).every((column) => column.id !== id || isWanted(column, settings)),
  )
  const [isOpen, setOpen] = useState(false)
  const parts = useOnDemand(exporting, isOpen)
  return (
    <span className="list-tools">
      {columns === undefined || isPhone ? null : <ColumnChooser table={table} columns={columns} />}
      <Popover
        placement="bottom-end"
        isOpen={isOpen && parts !== null}
        onInteraction={setOpen}
        content={
          parts === null ? (
            <></>
          ) : (
            <parts.ExportMenu
              table={table}
              columns={shown}
              pages={pages}
              loadDocuments={loadDocuments}
              apiPath={apiPath}
              state={{ ...state, ...columnState }}
            />
          )
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
