import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ListColumn } from './list-column.ts'
import { ListFrame } from './list-frame.tsx'
import { ListNothing } from './list-nothing.tsx'
import { queryReading, type ListReading } from './list-reading.tsx'
import { usePagedList, useWholeList } from './list-source.ts'

interface Team {
  readonly name: string
  readonly size: number
}

const columns: readonly ListColumn<Team>[] = [
  { id: 'name', title: 'Name', rank: 0, text: ({ name }) => name, cell: ({ name }) => name },
  { id: 'size', title: 'Members', rank: 0, text: ({ size }) => size, cell: ({ size }) => size },
  { id: 'act', title: '', rank: 0, cell: () => 'Delete' },
]
const teams = [
  { name: 'payments', size: 9 },
  { name: 'edge', size: 10 },
]
const getName = ({ name }: Team) => name
const query = { error: null, isPending: false, isFetching: false, refetch: () => undefined }
const read = queryReading(query)
const frame = { table: 'teams', label: 'Teams', getKey: getName, filters: null, facts: ['2 teams'] }

interface WholeProps {
  readonly reading?: ListReading
  readonly rows?: readonly Team[]
  readonly isFiltered?: boolean
}

function Whole({ reading = read, rows = teams, isFiltered = false }: WholeProps) {
  const source = useWholeList({ reading, columns, rows, usual: { id: 'size', desc: true } })
  const nothing = <ListNothing isFiltered={isFiltered} noMatch="No teams match" empty={{ title: 'No teams yet' }} />
  return <ListFrame {...frame} source={source} nothing={nothing} />
}

function Paged({ total }: { readonly total: number }) {
  const page = { rows: teams, total }
  const source = usePagedList({ reading: read, columns, page, getKey: getName, read: async () => page, usual: null })
  return <ListFrame {...frame} source={source} nothing={null} />
}

function Unfiltered({ rows }: Required<Pick<WholeProps, 'rows'>>) {
  const { table, label, getKey, facts } = frame
  const source = useWholeList({ reading: read, columns, rows, usual: { id: 'size', desc: true } })
  const nothing = <p>No teams yet</p>
  return <ListFrame table={table} label={label} getKey={getKey} facts={facts} source={source} nothing={nothing} />
}

const names = () => screen.getAllByRole('row').map((row) => row.querySelector('td')?.textContent)

afterEach(() => vi.unstubAllGlobals())
beforeEach(() => window.history.replaceState(null, '', '/teams'))

test('sorts a complete list by every column with text, and keeps the order in the address', () => {
  render(<Whole />)
  expect(names()).toEqual([undefined, 'edge', 'payments'])
  expect(screen.getByRole('columnheader', { name: 'Members' }).getAttribute('aria-sort')).toBe('descending')
  fireEvent.click(screen.getByRole('button', { name: 'Name' }))
  expect(window.location.search).toBe('?sortBy=name&sortOrder=asc')
  fireEvent.click(screen.getByRole('button', { name: 'Members' }))
  expect(names()).toEqual([undefined, 'payments', 'edge'])
})

test('an empty list says if filters are the reason, and nothing while it is unknown', () => {
  const { rerender } = render(<Whole rows={[]} />)
  expect(screen.getByRole('heading', { name: 'No teams yet' })).toBeDefined()
  rerender(<Whole rows={[]} isFiltered />)
  expect(screen.getByRole('heading', { name: 'No teams match' })).toBeDefined()
  expect(screen.getByText('Remove a filter to see more.')).toBeDefined()
  rerender(<Whole rows={[]} reading={queryReading({ ...query, error: new Error('The backend is gone.') })} />)
  expect(screen.queryByRole('heading', { name: 'No teams yet' })).toBeNull()
  expect(screen.getByText(/The backend is gone\./)).toBeDefined()
  expect(screen.queryByText('2 teams')).toBeNull()
})

test('an empty list that nothing can filter shows no counts and no export', () => {
  const { rerender } = render(<Unfiltered rows={teams} />)
  expect(screen.getByText('2 teams')).toBeDefined()
  rerender(<Unfiltered rows={[]} />)
  expect(screen.getByText('No teams yet')).toBeDefined()
  expect(screen.queryByText('2 teams')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
})

test('shows facts once the list is loaded', () => {
  const { rerender } = render(<Whole reading={queryReading({ ...query, isPending: true })} rows={[]} />)
  expect(screen.queryByText('2 teams')).toBeNull()
  rerender(<Whole />)
  expect(screen.getByText('2 teams')).toBeDefined()
})

test('a paged list links to its other pages, and back from a missing one', () => {
  const { rerender } = render(<Paged total={2} />)
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  rerender(<Paged total={120} />)
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(window.location.search).toBe('?pageIndex=1')
  rerender(<Paged total={2} />)
  expect(screen.getByRole('navigation', { name: 'Pages' })).toBeDefined()
})

test('a long complete list doubles its drawn rows whenever the end is reached [UI-39]', () => {
  const ends: (() => void)[] = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
        ends.push(() => callback([{ isIntersecting: true }]))
      }
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  const many = Array.from({ length: 250 }, (_, size) => ({ name: `team ${size}`, size }))
  render(<Whole rows={many} />)
  const drawn = [screen.getAllByRole('row').length]
  for (let turn = 0; turn < 2; turn += 1) {
    act(() => ends.at(-1)?.())
    drawn.push(screen.getAllByRole('row').length)
  }
  expect(drawn).toEqual([101, 201, 251])
})

test('an empty list without filters shows its next step only', () => {
  const nothing = { noMatch: 'No teams match', empty: { title: 'No teams yet' } }
  function Empty({ isFiltered }: { readonly isFiltered: boolean }) {
    const source = useWholeList({ reading: read, columns, rows: [], usual: { id: 'size', desc: true } })
    const parts = { filters: 'by size', action: 'Add team' }
    return <ListFrame {...frame} {...parts} source={source} nothing={{ isFiltered, ...nothing }} />
  }
  const { rerender } = render(<Empty isFiltered />)
  expect(screen.getByText('No teams match')).toBeDefined()
  expect(screen.getByText('by size')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Export' })).toBeDefined()
  rerender(<Empty isFiltered={false} />)
  expect(screen.getByText('No teams yet')).toBeDefined()
  expect(screen.getByText('Add team')).toBeDefined()
  expect(screen.queryByText('by size')).toBeNull()
  expect(screen.queryByText('2 teams')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
})
