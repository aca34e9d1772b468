import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { DataTable } from '#client/ui/table/data-table.tsx'
import { PartBoundary } from './part-boundary.tsx'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

function Moment({ at }: { readonly at: string }) {
  return <p>{new Date(at).toISOString()}</p>
}

const draw = (at: string) => (
  <>
    <PartBoundary name="evidence e1" resetOn={at}>
      <Moment at={at} />
    </PartBoundary>
    <p>others</p>
  </>
)

test('a part that cannot be drawn names its row, and the rest of the page stays', () => {
  const { rerender } = render(draw('1h'))
  expect(screen.getByRole('alert').textContent).toContain('Cannot show evidence e1: Invalid time value')
  expect(screen.getByText('others')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(screen.getByRole('alert')).toBeDefined()
  rerender(draw('2026-11-20T10:00:00Z'))
  expect(screen.getByText('2026-11-20T10:00:00.000Z')).toBeDefined()
})

test('a cell that cannot be drawn leaves its table', () => {
  const rows = [
    { id: 'a', at: '1h' },
    { id: 'b', at: '2026-11-20T10:00:00Z' },
  ]
  const column = { id: 'at', title: 'At', rank: 0, minWidth: 100, text: () => '' }
  render(
    <DataTable
      label="Moments"
      rows={rows}
      getKey={({ id }) => id}
      columns={[{ ...column, cell: ({ at }) => new Date(at).toISOString() }]}
    />,
  )
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['–', '2026-11-20T10:00:00.000Z'])
  expect(screen.getByTitle('Cannot show this value: Invalid time value')).toBeDefined()
})
