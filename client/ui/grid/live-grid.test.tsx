import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { GridColumn } from './grid-column.ts'
import { LiveGrid } from './live-grid.tsx'

interface Row {
  readonly id: string
  readonly text: string
}
const columns: readonly GridColumn<Row>[] = [
  { id: 'says', title: 'Says', width: 100, cell: ({ text }) => text, flashOn: ({ text }) => text },
]
const sortable = columns.map((column) => ({ ...column, isSortable: true }))
/** `id` or `id:text` per row, separated by spaces. */
const table = (spec: string, view = '') => {
  const rows = spec.split(' ').map((entry) => {
    const [id = '', text = id] = entry.split(':')
    return { id, text }
  })
  return <LiveGrid label="Rows" rows={rows} getId={({ id }) => id} columns={columns} rowHeight={20} view={view} />
}
const cells = () => screen.getAllByRole('gridcell')
const readCells = () =>
  cells()
    .map((cell) => `${cell.textContent}${cell.hasAttribute('data-news') ? '*' : ''}`)
    .join(' ')

test('a cell flashes when the text of its row changes, not when its line shows another row', async () => {
  const shown = render(table('a:one b:two'))
  await waitFor(() => expect(readCells()).toBe('one two'))
  const lines = cells()
  shown.rerender(table('c:three b:new'))
  await waitFor(() => expect(readCells()).toBe('three new*'))
  expect(cells()).toEqual(lines)
})

function Toggle({ name }: { readonly name: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <button type="button" aria-pressed={isOpen} onClick={() => setIsOpen(true)}>
      {name}
    </button>
  )
}

const readPressed = async (name: string) => (await screen.findByRole('button', { name })).getAttribute('aria-pressed')

test('what is open in the cell of one row is closed where its line shows another row', async () => {
  const stateful: readonly GridColumn<Row>[] = [
    { id: 'opens', title: '', width: 100, hasState: true, cell: ({ text }) => <Toggle name={text} /> },
  ]
  const showRows = (...rows: readonly Row[]) => (
    <LiveGrid label="Rows" rows={rows} getId={({ id }) => id} columns={stateful} rowHeight={20} />
  )
  const shown = render(showRows({ id: 'a', text: 'one' }))
  fireEvent.click(await screen.findByRole('button', { name: 'one' }))
  shown.rerender(showRows({ id: 'a', text: 'changed' }))
  expect(await readPressed('changed')).toBe('true')
  shown.rerender(showRows({ id: 'b', text: 'other' }))
  expect(await readPressed('other')).toBe('false')
})

test('rows are read in display order, whichever lines they use', async () => {
  const shown = render(table('a b c'))
  await waitFor(() => expect(readCells()).toBe('a b c'))
  shown.rerender(table('x c a y'))
  await waitFor(() => expect(readCells()).toBe('x c a y'))
})

test('keeps the scroll position, also after a view change that left its rows unchanged', async () => {
  const shown = render(table('a b c d'))
  await waitFor(() => expect(readCells()).toBe('a b c d'))
  const viewport = shown.container.querySelector('.ag-grid-viewport')
  if (viewport === null) throw new Error('nothing scrolls')
  viewport.scrollTop = 20
  shown.rerender(table('a b c d', 'searched'))
  shown.rerender(table('x a b c d', 'searched'))
  await waitFor(() => expect(readCells()).toBe('x a b c d'))
  expect(viewport.scrollTop).toBe(40)
})

const press = async () => fireEvent.click(await screen.findByRole('button', { name: 'Says' }))

test('a sortable column header is a button: ascending, descending, default order', async () => {
  const onSort = vi.fn<(sorting: unknown) => void>()
  const sorted = (sorting: { id: string; desc: boolean } | null) => (
    <LiveGrid
      label="Rows"
      rows={[{ id: 'a', text: 'a' }]}
      getId={({ id }) => id}
      columns={sortable}
      rowHeight={20}
      sorting={sorting}
      onSort={onSort}
    />
  )
  const shown = render(sorted(null))
  await press()
  expect(onSort).toHaveBeenLastCalledWith({ id: 'says', desc: false })
  shown.rerender(sorted({ id: 'says', desc: false }))
  expect(screen.getByRole('columnheader').getAttribute('aria-sort')).toBe('ascending')
  await press()
  expect(onSort).toHaveBeenLastCalledWith({ id: 'says', desc: true })
  shown.rerender(sorted({ id: 'says', desc: true }))
  await press()
  expect(onSort).toHaveBeenLastCalledWith(null)
})
