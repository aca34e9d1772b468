import { isValidElement, useState } from 'react'
import { serverPageSizes } from '#client/lib/address/page-sizes.ts'
import type { ViewState } from '#client/lib/address/view-address.ts'
import type { Bulk } from './bulk/bulk.ts'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { SelectionContext, useSelection } from './bulk/use-selection.tsx'
import { DataTable, type DataTableProps } from './data-table.tsx'
import type { LoadDocuments } from './export-table.ts'
import { FactTexts, ListFacts } from './list-facts.tsx'
import { ListFilters } from './list-filters.tsx'
import { ListNothing, type ListNothingProps } from './list-nothing.tsx'
import type { ListSource } from './list-source.ts'
import { ListTools } from './list-tools.tsx'
import { Pager } from './pager.tsx'
import { textColumns, type TextColumn } from './text-column.ts'

export interface ListFrameProps<R> extends Pick<DataTableProps<R>, 'label' | 'getKey' | 'onRow' | 'selected'> {
  readonly table: string
  readonly source: ListSource<R>
  readonly filters?: React.ReactNode
  readonly action?: React.ReactNode
  readonly facts: readonly string[] | React.ReactElement
  readonly tools?: React.ReactNode
  readonly moreTexts?: readonly TextColumn<R>[]
  readonly loadDocuments?: LoadDocuments<R> | undefined
  readonly apiPath?: string
  readonly state?: ViewState
  /** Actions on several rows; null if the person may not act. */
  readonly bulk?: Bulk<R> | null
  /** As properties of `ListNothing`, an empty list also hides filters, counts and export. */
  readonly nothing: React.ReactElement | ListNothingProps | null
  readonly children?: React.ReactNode
}

function Pages<R>({ source: { paging, onState } }: Pick<ListFrameProps<R>, 'source'>) {
  if (paging === null || paging.total === null) return null
  const { total } = paging
  if (paging.pageIndex === 0 && total <= Math.min(paging.pageSize, serverPageSizes[0])) return null
  return (
    <Pager
      {...paging}
      total={total}
      pageSizes={serverPageSizes}
      onPage={(pageIndex) => onState({ pageIndex })}
      onPageSize={(pageSize) => onState({ pageSize })}
    />
  )
}

const drawnFirst = 100

const useDrawn = <R,>({ rows, paging }: ListSource<R>) => {
  const [most, setMost] = useState(drawnFirst)
  if (paging !== null || rows.length <= most) return { rows }
  return { rows: rows.slice(0, most), onEnd: () => setMost(most * 2) }
}

type ListFactsLineProps<R> = Pick<
  ListFrameProps<R>,
  'table' | 'source' | 'facts' | 'tools' | 'moreTexts' | 'loadDocuments' | 'apiPath' | 'state'
>

function FactsLine<R>({
  table,
  source,
  facts,
  tools,
  moreTexts,
  loadDocuments,
  apiPath,
  state,
}: ListFactsLineProps<R>) {
  const { reading, columns, rows, pages, orderNote } = source
  const isUnknown = reading.isLoading || (!reading.isKnown && rows.length === 0)
  return (
    <ListFacts
      tools={
        <>
          {tools}
          <ListTools
            table={table}
            columns={columns}
            texts={[...textColumns(columns), ...(moreTexts ?? [])]}
            pages={pages}
            loadDocuments={loadDocuments}
            apiPath={apiPath}
            state={state}
          />
        </>
      }
    >
      {isUnknown ? null : isValidElement(facts) ? facts : <FactTexts facts={facts} />}
      {orderNote === null ? null : <span>{orderNote}</span>}
    </ListFacts>
  )
}

export function ListFrame<R>(props: ListFrameProps<R>) {
  const { table, source, filters, action, children, label, getKey, onRow, selected, nothing, bulk } = props
  const { reading, columns, sorting, usual, onState } = source
  const drawn = useDrawn(source)
  const selection = useSelection({ rows: source.rows, getKey, bulk })
  const isPlain = nothing === null || isValidElement(nothing)
  const isFiltered = isPlain ? filters !== undefined : nothing.isFiltered
  const isEmpty = !isFiltered && reading.isKnown && !reading.isLoading && source.rows.length === 0
  return (
    <>
      {filters === undefined || (isEmpty && action === undefined) ? null : (
        <ListFilters action={action}>{isEmpty ? null : filters}</ListFilters>
      )}
      {isEmpty ? null : <FactsLine {...props} />}
      {bulk == null || selection.selected.length === 0 ? null : (
        <BulkBar
          bulk={bulk}
          rows={source.rows}
          selected={selection.selected}
          onSelect={selection.setSelected}
          onDone={reading.refresh}
        />
      )}
      {children}
      {reading.notice}
      <SelectionContext value={selection.context}>
        <DataTable
          table={table}
          label={label}
          columns={selection.column === null ? columns : [selection.column, ...columns]}
          {...drawn}
          total={source.total}
          getKey={getKey}
          loading={reading.isLoading}
          sorting={sorting}
          usual={usual}
          onSort={(next) => onState({ sorting: next })}
          onRow={onRow}
          selected={selected}
          empty={reading.isKnown ? isPlain ? nothing : <ListNothing {...nothing} /> : null}
        />
      </SelectionContext>
      <Pages source={source} />
    </>
  )
}
