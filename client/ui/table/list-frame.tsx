import { isValidElement, useState } from 'react'
import { serverPageSizes } from '#client/lib/address/page-sizes.ts'
import type { ViewState } from '#client/lib/address/view-address.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { FactTexts, ListFacts } from './list-facts.tsx'
import { ListFilters } from './list-filters.tsx'
import type { ListSource } from './list-source.ts'
import { ListTools } from './list-tools.tsx'
import { Pager } from './pager.tsx'
import { textColumns, type TextColumn } from './text-column.ts'

export interface ListFrameProps<R> extends Pick<DataTableProps<R>, 'label' | 'getKey' | 'onRow' | 'selected'> {
  /** Names the list in what is kept of it, and in the files that it is saved as. */
  readonly table: string
  readonly source: ListSource<R>
  /** None where the list is a part of a page that has them. */
  readonly filters?: React.ReactNode
  /** At the end of the filters: one primary button. */
  readonly action?: React.ReactNode
  /** What the list knows, once it is read; the first fact is how many. An element draws the whole line. */
  readonly facts: readonly string[] | React.ReactElement
  /** Before what every list offers. */
  readonly tools?: React.ReactNode
  /** What leaves of a row beside what its columns say. */
  readonly moreTexts?: readonly TextColumn<R>[]
  /** Where a program reads the same rows, with its query; below this origin. */
  readonly apiPath?: string
  /** What the page shows beyond its address. */
  readonly state?: ViewState
  /** What stands there when it is known that there are no rows. */
  readonly nothing: React.ReactNode
  /** Between the head and the table. */
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

/** Of rows that stand on one page those that are drawn: twice as many whenever the end of them is reached (ledger UI-39). */
const useDrawn = <R,>({ rows, paging }: ListSource<R>) => {
  const [most, setMost] = useState(drawnFirst)
  if (paging !== null || rows.length <= most) return { rows }
  return { rows: rows.slice(0, most), onEnd: () => setMost(most * 2) }
}

/**
 * A list as every page shows it: filters, what is known, the tools of a list, what went wrong, the table or why it is empty, and
 * the way to its other pages. The order and the page are in the address, the columns are the person's choice, and what leaves is
 * what is shown.
 */
export function ListFrame<R>(props: ListFrameProps<R>) {
  const { table, source, filters, action, facts, tools, moreTexts = [], apiPath, state, children } = props
  const { label, getKey, onRow, selected, nothing } = props
  const { reading, columns, pages, sorting, orderNote, onState } = source
  const drawn = useDrawn(source)
  return (
    <>
      {filters === undefined ? null : <ListFilters action={action}>{filters}</ListFilters>}
      <ListFacts
        tools={
          <>
            {tools}
            <ListTools
              table={table}
              columns={columns}
              texts={[...textColumns(columns), ...moreTexts]}
              pages={pages}
              {...(apiPath !== undefined && { apiPath })}
              {...(state !== undefined && { state })}
            />
          </>
        }
      >
        {reading.isLoading ? null : isValidElement(facts) ? facts : <FactTexts facts={facts} />}
        {orderNote === null ? null : <span>{orderNote}</span>}
      </ListFacts>
      {children}
      {reading.notice}
      <DataTable
        table={table}
        label={label}
        columns={columns}
        {...drawn}
        getKey={getKey}
        loading={reading.isLoading}
        sorting={sorting}
        onSort={(next) => onState({ sorting: next })}
        {...(onRow && { onRow })}
        {...(selected !== undefined && { selected })}
        empty={reading.isKnown ? nothing : null}
      />
      <Pages source={source} />
    </>
  )
}
