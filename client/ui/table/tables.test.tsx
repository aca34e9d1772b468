import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { defaultPageSize, usePreferences } from '#client/lib/browser/preferences.ts'
import { pageSizes, serverPageSizes } from '#client/lib/address/page-sizes.ts'
import { DataTable } from './data-table.tsx'
import type { ListColumn } from './list-column.ts'
import { Pager } from './pager.tsx'

interface Team {
  readonly name: string
  readonly size: number
}

const columns: readonly ListColumn<Team>[] = [
  { id: 'name', title: 'Name', rank: 0, cell: (team) => team.name, isSortable: true },
  { id: 'size', title: 'Members', rank: 0, cell: (team) => team.size, align: 'end' },
]
const table = { label: 'Teams', columns, getKey: (team: Team) => team.name }

test('an empty table says No data available [UI-42]', () => {
  render(<DataTable {...table} rows={[]} />)
  expect(screen.getByRole('heading', { name: 'No data available' })).toBeDefined()
})

test('a table that may have rows does not claim to be empty', () => {
  const { container } = render(<DataTable {...table} rows={[]} empty={null} />)
  expect(container.textContent).toBe('')
})

test('an empty loading table shows a skeleton after a moment [UI-43]', async () => {
  const { container } = render(<DataTable {...table} rows={[]} loading />)
  expect(screen.queryByText('No data available')).toBeNull()
  expect(screen.getByRole('status', { name: 'Loading Teams' })).toBeDefined()
  await vi.waitFor(() => expect(container.querySelectorAll('.skeleton-row').length).toBeGreaterThan(0))
})

test('a table sorts ascending first, then descending, and announces the order', () => {
  const onSort = vi.fn<(sorting: unknown) => void>()
  const rows = [{ name: 'payments', size: 4 }]
  const { rerender } = render(<DataTable {...table} rows={rows} onSort={onSort} />)
  fireEvent.click(screen.getByRole('button', { name: 'Name' }))
  expect(onSort).toHaveBeenLastCalledWith({ id: 'name', desc: false })
  rerender(<DataTable {...table} rows={rows} onSort={onSort} sorting={{ id: 'name', desc: false }} />)
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending')
  fireEvent.click(screen.getByRole('button', { name: 'Name' }))
  expect(onSort).toHaveBeenLastCalledWith({ id: 'name', desc: true })
})

test('a table with its own order offers no sorting', () => {
  render(<DataTable {...table} rows={[{ name: 'payments', size: 4 }]} />)
  expect(screen.getByRole('columnheader', { name: 'Name' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Name' })).toBeNull()
})

test('in a table of a phone, columns of a declared width take only the room of their content', () => {
  const size = vi.spyOn(Element.prototype, 'getBoundingClientRect')
  onTestFinished(() => size.mockRestore())
  const age: ListColumn<Team> = { id: 'age', title: 'Started', rank: 0, width: 136, cell: () => '02:21:37' }
  const showAt = (px: number) => {
    size.mockImplementation(function (this: Element) {
      return new DOMRect(0, 0, this.tagName === 'SPAN' ? 12 : px, 12)
    })
    render(<DataTable {...table} columns={[...columns, age]} rows={[{ name: 'payments', size: 4 }]} />)
    const { width } = screen.getByRole('columnheader', { name: 'Started' }).style
    cleanup()
    return width
  }
  expect([showAt(390), showAt(1_440)]).toEqual(['1px', '136px'])
})

test('a table on a wall has no buttons in its head and hides the title of the state', () => {
  window.history.replaceState(null, '', '/teams?wall')
  onTestFinished(() => window.history.replaceState(null, '', '/'))
  const state: ListColumn<Team> = { id: 'state', title: 'State', rank: 0, width: 52, cell: () => 'ok' }
  const wall = { ...table, columns: [state, ...columns], rows: [{ name: 'payments', size: 4 }] }
  render(<DataTable {...wall} onSort={() => undefined} />)
  expect(screen.queryByRole('button')).toBeNull()
  const head = screen.getByRole('columnheader', { name: 'State' })
  expect(head.querySelector('.visually-hidden')).not.toBeNull()
  expect(head.style.width).toBe('1px')
})

const pager = (props: Partial<Parameters<typeof Pager>[0]> = {}) => {
  const onPage = vi.fn<(page: number) => void>()
  const onPageSize = vi.fn<(size: number) => void>()
  render(<Pager pageIndex={2} pageSize={50} total={1_284} onPage={onPage} onPageSize={onPageSize} {...props} />)
  return { onPage, onPageSize, input: screen.getByRole('spinbutton', { name: 'Page' }) }
}

test('the page number goes from 1 to the page count [UI-34]', () => {
  const { input, onPage } = pager()
  expect([input.getAttribute('min'), input.getAttribute('max')]).toEqual(['1', '26'])
  fireEvent.change(input, { target: { value: '27' } })
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(onPage).not.toHaveBeenCalled()
  fireEvent.change(input, { target: { value: '26' } })
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(onPage).toHaveBeenCalledWith(25)
})

test('the page number cannot be changed when there is one page [UI-35]', () => {
  expect(pager({ pageIndex: 0, total: 12 }).input.hasAttribute('readonly')).toBe(true)
})

test('the page number can be changed when there are two pages', () => {
  expect(pager({ pageIndex: 0, total: 51 }).input.hasAttribute('readonly')).toBe(false)
})

const offered = () => screen.getAllByRole('option').map((option) => Number(option.textContent))

test('a table has 50 rows per page by default [UI-36]', () => {
  expect([defaultPageSize, usePreferences.getInitialState().pageSize]).toEqual([50, 50])
})

test('offers the page sizes of the console [UI-37]', () => {
  pager()
  expect(offered()).toEqual([5, 10, 25, 50, 100, 150, 200, 250, 300, 500, 1_000])
  expect(offered()).toEqual([...pageSizes])
})

test('a server-paged table offers three sizes, and a stored one as well [UI-38]', () => {
  pager({ pageSizes: serverPageSizes, pageSize: 25 })
  expect(offered()).toEqual([25, 50, 100, 200])
})

test('the pager shows the current rows and leads to other pages', () => {
  const { onPage, onPageSize } = pager()
  expect(screen.getByText('101 to 150 of 1,284')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(onPage).toHaveBeenLastCalledWith(3)
  fireEvent.change(screen.getByRole('combobox', { name: 'Rows per page' }), { target: { value: '100' } })
  expect(onPageSize).toHaveBeenCalledWith(100)
})

const teams = ['edge', 'payments', 'search'].map((name) => ({ name, size: 1 }))
const focusedRow = () => document.activeElement?.querySelector('td')?.textContent

test('J and K open the next and the previous row while a row is open', () => {
  Element.prototype.scrollIntoView = vi.fn<() => void>()
  const onRow = vi.fn<(row: Team) => void>()
  render(<DataTable {...table} rows={teams} onRow={onRow} selected="payments" />)
  fireEvent.keyDown(document.body, { key: 'j' })
  fireEvent.keyDown(document.body, { key: 'k' })
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  expect(onRow.mock.calls.map(([{ name }]) => name)).toEqual(['search', 'edge'])
})

test('without an open row, J, K, arrows, Home and End move the focus, and Enter opens the row', () => {
  const onRow = vi.fn<(row: Team) => void>()
  render(<DataTable {...table} rows={teams} onRow={onRow} selected="" />)
  const visited = ['j', 'j', 'ArrowDown', 'k', 'Home', 'End', 'ArrowUp'].map((key) => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key })
    return focusedRow()
  })
  expect(visited).toEqual(['edge', 'payments', 'search', 'payments', 'edge', 'search', 'payments'])
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter' })
  expect(onRow.mock.calls).toEqual([[teams[1]]])
  expect(screen.getAllByRole('row').map((row) => row.tabIndex)).toEqual([-1, 0, -1, -1])
})

test('Enter follows the first link of a row that opens nothing itself', () => {
  const onFollow = vi.fn<(name: string) => void>()
  const name: ListColumn<Team> = {
    id: 'name',
    title: 'Name',
    rank: 0,
    cell: (team) => (
      <a href={`#${team.name}`} onClick={() => onFollow(team.name)}>
        {team.name}
      </a>
    ),
  }
  render(<DataTable {...table} columns={[name]} rows={teams} />)
  fireEvent.keyDown(document.body, { key: 'j' })
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter' })
  expect(onFollow.mock.calls).toEqual([['edge']])
})

test('keys of a focused list leave another list alone', () => {
  const two = ['Teams', 'Others'].map((label) => <DataTable key={label} {...table} label={label} rows={teams} />)
  render(<>{two}</>)
  screen.getByRole('table', { name: 'Others' }).querySelector<HTMLElement>('tbody > tr')?.focus()
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'j' })
  expect(document.activeElement?.closest('table')?.getAttribute('aria-label')).toBe('Others')
  expect(focusedRow()).toBe('payments')
})
