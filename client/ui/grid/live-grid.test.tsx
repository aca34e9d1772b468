import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { GridColumn } from './grid-column.ts'
import { LiveGrid } from './live-grid.tsx'

interface Row {
  readonly id: string
  readonly says: string
}
const columns: readonly GridColumn<Row>[] = [
  { id: 'says', title: 'Says', width: 100, cell: ({ row }) => row.says, flashOn: ({ says }) => says },
]
const table = (rows: readonly Row[]) => (
  <LiveGrid label="Rows" rows={rows} idOf={({ id }) => id} columns={columns} rowHeight={20} />
)
const cells = () => screen.getAllByRole('gridcell').map((cell) => [cell.textContent, cell.hasAttribute('data-news')])

const one = (says: string): Row => ({ id: says, says })
const words = () => screen.getAllByRole('gridcell').map(({ textContent }) => textContent)

test('a cell flashes when its row says something else, and not when its line shows another row', async () => {
  const shown = render(
    table([
      { id: 'a', says: 'one' },
      { id: 'b', says: 'two' },
    ]),
  )
  await waitFor(() =>
    expect(cells()).toEqual([
      ['one', false],
      ['two', false],
    ]),
  )
  const lines = screen.getAllByRole('gridcell')
  shown.rerender(
    table([
      { id: 'c', says: 'three' },
      { id: 'b', says: 'new' },
    ]),
  )
  await waitFor(() =>
    expect(cells()).toEqual([
      ['three', false],
      ['new', true],
    ]),
  )
  expect(screen.getAllByRole('gridcell')).toEqual(lines)
})

test('rows are read in the order in which they stand, whichever lines they are in', async () => {
  const shown = render(table([one('a'), one('b'), one('c')]))
  await waitFor(() => expect(words()).toEqual(['a', 'b', 'c']))
  shown.rerender(table([one('x'), one('c'), one('a'), one('y')]))
  await waitFor(() => expect(words()).toEqual(['x', 'c', 'a', 'y']))
})
